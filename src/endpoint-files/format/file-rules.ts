import { arrayUnique, isArray, isBoolean, isIn, isInt, isString, matches, max, min } from '../yaml/class-validator.js';
import type { Entry, KeyRule } from '../yaml/entry-keys.js';
import type { FileSchema } from './file-schema.js';
import { CLOCK_TIME, parseClockTime } from './clock-time.js';

export const BOOLEAN: KeyRule<boolean> = {
  takes: 'true or false',
  clause: { type: 'boolean' },
  holds: (value): value is boolean => isBoolean(value),
};

export function whole(least: number, most: number, takes = `a whole number from ${least} to ${most}`): KeyRule<number> {
  return {
    takes,
    clause: { type: 'integer', minimum: least, maximum: most },
    holds: (value): value is number => isWhole(value, least, most),
  };
}

function isWhole(value: unknown, least: number, most: number): boolean {
  return isInt(value) && min(value, least) && max(value, most);
}

/** Takes whole seconds from 1 to `most`, or the word `disabled`. */
export function secondsOrDisabled(most: number): KeyRule<number | 'disabled'> {
  return {
    takes: `whole seconds from 1 to ${most}, or disabled`,
    clause: { anyOf: [{ type: 'integer', minimum: 1, maximum: most }, { const: 'disabled' }] },
    holds: (value): value is number | 'disabled' => value === 'disabled' || isWhole(value, 1, most),
  };
}

type TextBounds = Pick<FileSchema, 'minLength' | 'maxLength'>;

/** Takes text, whose bounds are in Unicode code points. */
export function text(takes: string, bounds: TextBounds = {}): KeyRule<string> {
  const { minLength = 0, maxLength = Infinity } = bounds;
  const isBounded = ({ length }: readonly string[]) => length >= minLength && length <= maxLength;
  return {
    takes,
    clause: { type: 'string', ...bounds },
    holds: (value): value is string => isString(value) && isBounded(Array.from(value)),
  };
}

export const DESCRIPTION = text('text of up to 4096 characters', { maxLength: 4096 });

/** Takes text of a form, which goes without flags, so that a JSON Schema can have it. */
export function textOf(form: RegExp, takes: string): KeyRule<string> {
  return {
    takes,
    clause: { type: 'string', pattern: form.source },
    holds: (value): value is string => matches(value as string, form),
  };
}

export function oneOf<const T>(choices: readonly T[], takes: string): KeyRule<T> {
  return { takes, clause: { enum: choices }, holds: (value): value is T => isIn(value, choices) };
}

/** Takes a TIMESTAMP to the millisecond, with a message of its own for each mistake. */
export function clockTime(takes: string): KeyRule<string> {
  const problem = (value: string) => {
    const parsed = parseClockTime(value);
    return 'problem' in parsed ? parsed.problem : undefined;
  };
  return {
    takes,
    clause: { type: 'string', allOf: CLOCK_TIME.map(({ source }) => ({ pattern: source })) },
    holds: (value): value is string => typeof value === 'string' && problem(value) === undefined,
    fault: (key, value) => (typeof value === 'string' ? `"${key}" ${problem(value) ?? ''}` : undefined),
  };
}

/** Takes anything: another reader knows what the value may be. */
export function anything(takes: string): KeyRule<unknown> {
  return { takes, clause: {}, holds: (value): value is unknown => value !== undefined };
}

type Mapping = ReadonlyMap<string, unknown>;

/** Takes a mapping whose values another reader checks. It goes by the same clause, and says where a value breaks it. */
export function mapping(clause: FileSchema, takes: string): KeyRule<Mapping> {
  return { takes, clause: { type: 'object', ...clause }, holds: isMapping };
}

function isMapping(value: unknown): value is Mapping {
  return value instanceof Map;
}

/** A mapping with the names of parameters for its keys, of which there are at least `least`. */
export function byParameter(values: FileSchema, takes: string, least = 0): KeyRule<Mapping> {
  const names: FileSchema = {
    propertyNames: { $ref: '#/definitions/parameterName' },
    ...(least > 0 && { minProperties: least }),
  };
  return {
    ...mapping({ ...names, additionalProperties: values }, takes),
    holds: (value): value is Mapping => isMapping(value) && value.size >= least,
  };
}

/** Takes another entry, whose keys are read by themselves. */
export function entryOf({ name }: Entry, takes = 'a mapping'): KeyRule<Mapping> {
  return { takes, clause: { $ref: `#/definitions/${name}` }, holds: isMapping };
}

type ListBounds = Pick<FileSchema, 'minItems' | 'maxItems' | 'uniqueItems'>;

/** Takes a list; each item has to keep a rule, of which the message of the list speaks too. */
export function listOf<T>(
  { clause, holds }: KeyRule<T>,
  takes: string,
  bounds: ListBounds = {},
): KeyRule<readonly T[]> {
  const { minItems = 0, maxItems = Infinity, uniqueItems = false } = bounds;
  const isBounded = ({ length }: readonly unknown[]) => length >= minItems && length <= maxItems;
  return {
    takes,
    clause: { type: 'array', ...bounds, ...(Object.keys(clause).length > 0 && { items: clause }) },
    holds: (value): value is readonly T[] =>
      isArray(value) && isBounded(value) && value.every(holds) && (!uniqueItems || arrayUnique(value)),
  };
}

/** Takes a list of at least one name, each of them once. */
export function nameList(takes: string): KeyRule<readonly string[]> {
  return listOf(text(takes), takes, { minItems: 1, uniqueItems: true });
}

/** Takes a list, with a message about its items where one of them breaks its rule. */
export function listOfEach<T>(item: KeyRule<T>, takes: string, bounds?: ListBounds): KeyRule<readonly T[]> {
  return {
    ...listOf(item, takes, bounds),
    fault: (key, value) =>
      [value].flat().every(item.holds) ? undefined : `each item of "${key}" must be ${item.takes}`,
  };
}
