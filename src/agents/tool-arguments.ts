import { MAX_VALUES } from '../contract/request-limits.js';
import { excerpt, quote } from '../errors/excerpt.js';
import { QuernError } from '../errors/quern-error.js';

/**
 * The arguments of a tool call as texts like those of a URL; null counts as missing.
 *
 * @throws QuernError `invalid_parameters` with everything that is no value, `too_many_parameters`
 */
export function parametersOf(args: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly string[]> {
  const given = Object.entries(args).map(([name, value]): [string, readonly unknown[]] => [
    name,
    Array.isArray(value) ? (value as unknown[]) : [value],
  ]);
  const count = given.reduce((sum, [, values]) => sum + values.length, 0);
  if (count > MAX_VALUES) {
    throw new QuernError('too_many_parameters', `The call has ${count} values; ${MAX_VALUES} are allowed.`);
  }
  const texts = given.map(([name, values]): [string, readonly (string | undefined)[]] => [name, values.map(textOf)]);
  const errors = texts
    .filter(([, values]) => values.includes(undefined))
    .map(([name]) => ({
      parameter: excerpt(name),
      detail: `${quote(name)} must be text, a number, true, false, null, or a list of these; a whole number beyond 2^53 is text.`,
    }));
  if (errors.length > 0) throw new QuernError('invalid_parameters', errors[0]?.detail ?? '', { errors });
  return new Map(texts.map(([name, values]) => [name, values.map((value = '') => value)]));
}

/** Undefined for what is no value, and for whole numbers beyond 2^53 - 1, which have lost digits by now. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  const isExact = typeof value === 'number' && (!Number.isInteger(value) || Number.isSafeInteger(value));
  return isExact || typeof value === 'boolean' ? String(value) : undefined;
}
