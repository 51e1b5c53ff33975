import { type ParameterError, QuernError } from '../errors/quern-error.js';
import { excerpt, quote } from '../errors/excerpt.js';
import type { ParameterBinding, ParameterDeclaration, ParameterValue, ScalarValue } from './parameter.js';
import { parseValue } from './parse-value.js';
import type { Parsed } from './parsed.js';
import { didYouMean } from '../errors/suggestion.js';

export interface BoundParameters {
  /** One for each declaration, in their order. */
  readonly values: readonly ParameterBinding[];
  /** Names that were given and are not declared, as they came and in the order they came. */
  readonly ignored: readonly string[];
}

export interface BindOptions {
  /** A name that is not declared is an error instead of being ignored. */
  readonly strict?: boolean;
}

const NONE: ReadonlyMap<string, string> = new Map();

/** What lists are written with elsewhere, JSON among them. */
const SEPARATOR = /[,;|]/;
const BRACKETS = /^[\s["']+|[\s\]"']+$/g;

/**
 * Gives every declared parameter its value: the one that the caller's key is bound to, else the one that the URL gives,
 * else its default. `given` holds every value of every name in the URL; an empty one counts as missing.
 *
 * Throws `invalid_parameters` with all problems at once, and `forbidden` where the URL and the key disagree.
 */
export function bindParameters(
  declarations: readonly ParameterDeclaration[],
  given: ReadonlyMap<string, readonly string[]>,
  bound: ReadonlyMap<string, string> = NONE,
  options: BindOptions = {},
): BoundParameters {
  const names = declarations.map(({ name }) => name);
  refuseUnknownBound(names, bound);
  const errors: ParameterError[] = [];
  const values = declarations.map((declaration) => {
    const texts = given.get(declaration.name) ?? [];
    const text = bound.get(declaration.name);
    const parsed = text === undefined ? parseTexts(declaration, texts) : parseBound(declaration, text, texts);
    if ('problem' in parsed) errors.push(error(declaration.name, parsed.problem));
    return { declaration, value: 'value' in parsed ? parsed.value : null };
  });
  const ignored = [...given.keys()].filter((name) => !names.includes(name));
  if (options.strict) errors.push(...ignored.map((name) => undeclared(name, names)));
  if (errors.length > 0) throw invalid(errors);
  return { values, ignored };
}

function parseTexts(declaration: ParameterDeclaration, texts: readonly string[]): Parsed<ParameterValue> {
  if (!declaration.array && texts.length > 1) {
    return { problem: `must be given once, not ${texts.length} times` };
  }
  const present = texts.filter((text) => text !== '');
  if (present.length === 0) {
    return declaration.required ? { problem: 'is required' } : { value: declaration.default };
  }
  const parsed = present.map((text) => parseValue(declaration, text));
  for (const [index, each] of parsed.entries()) {
    if ('problem' in each)
      return { problem: `${each.problem}${declaration.array ? listRemark(declaration, present[index]) : ''}` };
  }
  const values = parsed.flatMap((each) => ('value' in each ? [each.value] : []));
  return { value: declaration.array ? values : (values[0] ?? null) };
}

/** What callers are told who have written a list into one element of an array. */
function listRemark({ name }: ParameterDeclaration, text = ''): string {
  const parts = text.split(SEPARATOR, 2).map((part) => excerpt(part).replace(BRACKETS, ''));
  if (parts.length < 2 || parts.includes('')) return '';
  const example = parts.map((part) => `${name}=${encodeURIComponent(part)}`).join('&');
  return `; repeat an array parameter for each of its elements, as in \`${example}\``;
}

/**
 * The value that a key is bound to. Whatever stands in the way of using it refuses the call: a key that is bound to one
 * project must never read the rows of all of them.
 */
function parseBound(declaration: ParameterDeclaration, text: string, given: readonly string[]): Parsed<ParameterValue> {
  // No default stands in for a value that the enum does not have: it would be somebody else's.
  const parsed = text === '' ? undefined : parseValue({ ...declaration, otherwiseDefault: false }, text);
  if (!parsed || 'problem' in parsed) {
    throw forbidden(`The key is bound to a value of ${quote(declaration.name)} that this endpoint does not take.`);
  }
  for (const other of given.filter((each) => each !== '')) {
    if (!isSame(parseValue(declaration, other), parsed.value)) {
      throw forbidden(`The key is bound to another value of ${quote(declaration.name)}; leave the parameter out.`);
    }
  }
  // Never from what was given: of empty values an array would be made as if there were none, and no bond.
  if (declaration.array) return { value: [parsed.value] };
  return given.length > 1 ? parseTexts(declaration, given) : parsed;
}

function isSame(parsed: Parsed<ScalarValue>, value: ScalarValue): boolean {
  return 'value' in parsed && parsed.value === value;
}

function refuseUnknownBound(names: readonly string[], bound: ReadonlyMap<string, string>): void {
  for (const name of bound.keys()) {
    if (!names.includes(name)) {
      throw forbidden(`The key is bound to a value of ${quote(name)}, and this endpoint has no such parameter.`);
    }
  }
}

function undeclared(name: string, names: readonly string[]): ParameterError {
  return error(name, `is not a parameter of this endpoint${names.length === 0 ? ', which has none' : ''}`, names);
}

function error(name: string, predicate: string, candidates: readonly string[] = []): ParameterError {
  return { parameter: excerpt(name), detail: `${quote(name)} ${predicate}.${didYouMean(name, candidates)}` };
}

function invalid(errors: readonly ParameterError[]): QuernError {
  const [first, ...others] = errors.map(({ detail }) => detail);
  const detail = others.length === 0 ? (first ?? '') : `${errors.length} parameters are wrong; \`errors\` lists them.`;
  return new QuernError('invalid_parameters', detail, { errors });
}

function forbidden(detail: string): QuernError {
  return new QuernError('forbidden', detail);
}
