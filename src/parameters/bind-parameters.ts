import { invalidParameters, type ParameterError, QuernError } from '../errors/quern-error.js';
import { excerpt, quote } from '../errors/excerpt.js';
import { didYouMean } from '../errors/suggestion.js';
import type { ParameterBinding, ParameterDeclaration, ParameterValue, ScalarValue } from './parameter.js';
import { parseValue } from './parse-value.js';
import type { Parsed } from './parsed.js';
import { type Span, timeOfCall } from './time-of-call.js';
import { nameBeforeBrackets, slipOf } from './name-slips.js';
import { type CallParameters } from './query-string.js';

export interface BoundParameters {
  /** One for each declaration, in their order. */
  readonly values: readonly ParameterBinding[];
  /** Names that were given and are not declared, as they came and in the order they came. */
  readonly ignored: readonly string[];
  /** Time during which `default: now` gives the same values; undefined where it gave none. */
  readonly ofNow: Span | undefined;
}

export interface BindOptions {
  /** A name that is not declared is an error instead of being ignored. */
  readonly strict?: boolean;
  /** Names beside the parameters that a call may use, and may misspell. */
  readonly reserved?: readonly string[];
  /** Texts of values that take the place of given ones; an empty one is a value like any other. */
  readonly instead?: ReadonlyMap<string, string>;
  /** The time that `default: now` stands for; left out, the time of this machine. */
  readonly now?: Date;
  /** Mistakes that the call is known to have, which are told with all others. */
  readonly mistakes?: readonly ParameterError[];
}

const NONE: ReadonlyMap<string, string> = new Map();

/** Separators that callers write lists with elsewhere, JSON among them. */
const SEPARATOR = /[,;|]/;
const BRACKETS = /^[\s["']+|[\s\]"']+$/g;

/**
 * Gives every declared parameter its value: the one that the caller's key is bound to, else the one that the URL gives,
 * else its default. `given` holds every value of every name in the URL; an empty one counts as missing. A name that is not declared and
 * looks like a slip of one that is would leave the rows unfiltered, and is refused.
 *
 * Throws `invalid_parameters` with all problems at once, and `forbidden` where the URL and the key disagree.
 */
export function bindParameters(
  declarations: readonly ParameterDeclaration[],
  asGiven: CallParameters,
  bound: ReadonlyMap<string, string> = NONE,
  options: BindOptions = {},
): BoundParameters {
  const names = declarations.map(({ name }) => name);
  refuseUnknownBound(names, bound);
  const given = withoutBrackets(declarations, asGiven);
  const errors = [...(options.mistakes ?? [])];
  let ofNow: Span | undefined;
  const values = declarations.map((declaration) => {
    const written = given.get(declaration.name) ?? [];
    const text = bound.get(declaration.name);
    const instead = options.instead?.get(declaration.name);
    const own = text === undefined ? parseTexts(declaration, written) : parseBound(declaration, text, written, instead);
    const parsed =
      text !== undefined || instead === undefined || 'problem' in own ? own : parseValue(declaration, instead);
    if ('problem' in parsed) errors.push(mistake(declaration.name, parsed.problem));
    const isLeftOut = text === undefined && instead === undefined && written.every((each) => each === '');
    if (isLeftOut && declaration.defaultNow !== undefined) {
      const current = timeOfCall(declaration.type, declaration.defaultNow, options.now ?? new Date());
      const { from, until } = current.during;
      ofNow = { from: Math.max(ofNow?.from ?? from, from), until: Math.min(ofNow?.until ?? until, until) };
      return { declaration, value: current.value };
    }
    return { declaration, value: 'value' in parsed ? parsed.value : null };
  });
  const ignored = [...given.keys()].filter((name) => !names.includes(name));
  for (const name of ignored) {
    const slip = slipOf(name, [...names, ...(options.reserved ?? [])]);
    if (options.strict || slip !== undefined) errors.push(undeclared(name, names, slip));
  }
  if (errors.length > 0) throw invalidParameters(errors);
  return { values, ignored, ofNow };
}

/** Reads `statuses[]` as `statuses` where that is an array, and nothing else is called so. */
function withoutBrackets(declarations: readonly ParameterDeclaration[], given: CallParameters): CallParameters {
  let merged: Map<string, readonly string[]> | undefined;
  for (const [written, texts] of given) {
    const name = nameBeforeBrackets(written);
    const isElement = ({ array, name: declared }: ParameterDeclaration) => array && declared === name;
    if (name === undefined || !declarations.some(isElement)) continue;
    if (declarations.some((declaration) => declaration.name === written)) continue;
    merged ??= new Map(given);
    merged.set(name, [...(merged.get(name) ?? []), ...texts]);
    merged.delete(written);
  }
  return merged ?? given;
}

export function parseTexts(declaration: ParameterDeclaration, texts: readonly string[]): Parsed<ParameterValue> {
  if (!declaration.array && texts.length > 1) {
    return { problem: `must be given once, not ${texts.length} times` };
  }
  const present = texts.filter((text) => text !== '');
  if (present.length === 0) {
    return declaration.required ? { problem: 'is required' } : { value: declaration.default };
  }
  const values: ScalarValue[] = [];
  for (const text of present) {
    const parsed = parseValue(declaration, text);
    if ('problem' in parsed) {
      return { problem: `${parsed.problem}${declaration.array ? listRemark(declaration, text) : ''}` };
    }
    values.push(parsed.value);
  }
  return { value: declaration.array ? values : (values[0] ?? null) };
}

/** A remark for callers that have written a list into one element of an array. */
function listRemark({ name }: ParameterDeclaration, text = ''): string {
  const parts = text.split(SEPARATOR, 2).map((part) => excerpt(part).replace(BRACKETS, ''));
  if (parts.length < 2 || parts.includes('')) return '';
  const example = parts.map((part) => `${name}=${encodeURIComponent(part)}`).join('&');
  return `; repeat an array parameter for each of its elements, as in \`${example}\``;
}

/**
 * Parses the value that a key is bound to. A value that cannot be used refuses the call: a key that is bound to one project must never read the rows
 * of all of them.
 */
function parseBound(
  declaration: ParameterDeclaration,
  text: string,
  given: readonly string[],
  instead = '',
): Parsed<ParameterValue> {
  // A default must not replace a value that the enum does not have: it would be another tenant's.
  const parsed = text === '' ? undefined : parseValue({ ...declaration, otherwiseDefault: false }, text);
  if (!parsed || 'problem' in parsed) {
    throw forbidden(`The key is bound to a value of ${quote(declaration.name)} that this endpoint does not take.`);
  }
  for (const other of [...given, instead].filter((each) => each !== '')) {
    if (!isSame(parseValue(declaration, other), parsed.value)) {
      throw forbidden(`The key is bound to another value of ${quote(declaration.name)}; leave the parameter out.`);
    }
  }
  // An array is made of the key's value, never of the given texts: empty ones would count as none, and lift the bond.
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

function undeclared(name: string, names: readonly string[], slip: string | undefined): ParameterError {
  const meant = slip === undefined ? didYouMean(name, names) : ` Did you mean ${quote(slip)}?`;
  return mistake(name, `is not a parameter of this endpoint${names.length === 0 ? ', which has none' : ''}`, meant);
}

export function mistake(name: string, predicate: string, remark = ''): ParameterError {
  return { parameter: excerpt(name), detail: `${quote(name)} ${predicate}.${remark}` };
}

function forbidden(detail: string): QuernError {
  return new QuernError('forbidden', detail);
}
