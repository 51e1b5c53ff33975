import { type IncomingMessage } from 'node:http';
import { MAX_VALUES } from '../../contract/request-limits.js';
import { excerpt, quote } from '../../errors/excerpt.js';
import { type ParameterError, QuernError } from '../../errors/quern-error.js';
import { ACCEPT_QUERY } from '../../errors/method-not-allowed.js';
import { nameBeforeBrackets } from '../../parameters/name-slips.js';
import { type ParameterDeclaration } from '../../parameters/parameter.js';
import { isCoded, readText } from './body.js';
import { MAX_PARAMETERS } from '../../parameters/query-string.js';
import { positionAt } from '../../googlesql/tokens/text-position.js';

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** The members of an endpoint's parameters that reading their values takes. */
type DeclaredParameters = readonly Pick<ParameterDeclaration, 'name' | 'type' | 'otherwiseDefault'>[];

/**
 * Reads the parameters of a call from a JSON body: names, each with a value or a list of them, as texts like those of a URL.
 *
 * @throws QuernError `unsupported_media_type`, `body_too_large`, `malformed_request`, `invalid_parameters`,
 * `too_many_parameters`
 */
export async function readJsonParameters(
  request: IncomingMessage,
  declared: DeclaredParameters,
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || isCoded(request)) {
    throw new QuernError(
      'unsupported_media_type',
      'The body must be JSON as it is, with `Content-Type: application/json`.',
      { headers: ACCEPT_QUERY },
    );
  }
  if (request.url?.includes('?')) {
    throw malformed(`Parameters stand in the body of a ${request.method ?? 'POST'}, and none in its URL.`);
  }
  const text = await readText(request);
  const parameters = parametersOf(parse(text), parseWithNumbersAsText(text) as object, declared);
  refuseRepeated(text);
  return parameters;
}

function parse(text: string): object {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`The body is not JSON: ${jsonMistake(text)}.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('The body must be one JSON object, such as {"limit": 10}.');
}

/** `asWritten` is the same body with the texts of its numbers. */
function parametersOf(
  body: object,
  asWritten: object,
  declared: DeclaredParameters,
): ReadonlyMap<string, readonly string[]> {
  const given = valuesOf(body);
  const written = valuesOf(asWritten);
  // Counted first, so that no answer lists thousands of wrong parameters.
  refuseMoreThan(MAX_PARAMETERS, given.length, 'parameters');
  refuseMoreThan(
    MAX_VALUES,
    given.reduce((sum, [, values]) => sum + values.length, 0),
    'values',
  );
  const errors: ParameterError[] = [];
  const entries = given.map(([name, values], entry): [string, string[]] => {
    const declaration = declarationOf(name, declared);
    const texts = values.map((value, index) =>
      typeof value === 'number' ? numberText(value, String(written[entry]?.[1][index]), declaration) : textOf(value),
    );
    const wrong = texts.indexOf(undefined);
    if (wrong >= 0) {
      const rule =
        typeof values[wrong] === 'number'
          ? 'has a number that few JSON parsers hold; write it as text'
          : 'must be text, a number, true, false, null, or a list of these';
      errors.push({ parameter: excerpt(name), detail: `${quote(name)} ${rule}.` });
    }
    return [name, texts.filter((text) => text !== undefined)];
  });
  if (errors.length > 0) throw invalid(errors);
  return new Map(entries);
}

function valuesOf(body: object): readonly (readonly [name: string, values: readonly unknown[]])[] {
  return Object.entries(body).map(([name, value]) => [name, Array.isArray(value) ? (value as unknown[]) : [value]]);
}

/** `ids[]` is the array `ids`, unless a parameter has that very name. */
function declarationOf(name: string, declared: DeclaredParameters): DeclaredParameters[number] | undefined {
  const bare = nameBeforeBrackets(name);
  return declared.find((each) => each.name === name) ?? declared.find((each) => each.name === bare);
}

function refuseMoreThan(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw new QuernError('too_many_parameters', `The body has ${count} ${what}; ${most} are allowed.`);
}

/** A JSON string, with a colon behind it where it is a name. */
const TEXT_OR_NAME = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

/**
 * Refuses a name that is given twice, as in a URL; JSON.parse would silently take the last one. The body has no nested object, so that all
 * names are the parameters'.
 */
function refuseRepeated(text: string): void {
  const counts = new Map<unknown, number>();
  for (const [, name = '', colon] of text.matchAll(TEXT_OR_NAME)) {
    if (colon === undefined) continue;
    const parameter: unknown = JSON.parse(name);
    counts.set(parameter, (counts.get(parameter) ?? 0) + 1);
  }
  const errors = [...counts].flatMap(([name, count]) => {
    const parameter = String(name);
    const detail = `${quote(parameter)} must be given once, not ${count} times; an array is one list.`;
    return count > 1 ? [{ parameter: excerpt(parameter), detail }] : [];
  });
  if (errors.length > 0) throw invalid(errors);
}

function invalid(errors: readonly ParameterError[]): QuernError {
  return new QuernError('invalid_parameters', errors[0]?.detail ?? '', { errors });
}

/** A value other than a number, as the text that a URL would have; null is the empty text, as if it were missing. Undefined for any other value. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  return typeof value === 'boolean' ? String(value) : undefined;
}

/**
 * The text of a number; undefined where it is refused. FLOAT64 takes every number, as the nearest double. For any other type a number that
 * JSON.parse has rounded would be another value than the caller has written. Parameters that the endpoint does not have may be anything.
 */
function numberText(
  value: number,
  written: string,
  declaration: DeclaredParameters[number] | undefined,
): string | undefined {
  if (isHeldExactly(written, value)) return String(value);
  const isAny = declaration === undefined || declaration.type === 'number' || declaration.otherwiseDefault;
  return isAny ? written : undefined;
}

function malformed(detail: string): QuernError {
  return new QuernError('malformed_request', detail);
}

const TEXT_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON, and keeps each number as the text that is written there: JSON.parse rounds numbers. */
export function parseWithNumbersAsText(json: string): unknown {
  return JSON.parse(json.replace(TEXT_OR_NUMBER, (token) => (token.startsWith('"') ? token : `"${token}"`)));
}

/** Whether JSON.parse has kept a number digit by digit. Whole numbers beyond 2^53 count as rounded, since every double is whole there. */
export function isHeldExactly(written: string, value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER && normalForm(written) === normalForm(String(value));
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** One text for all ways to write a number, such as `1.50`, `15e-1` and `1.5`. */
function normalForm(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = DECIMAL.exec(text) ?? [];
  const digits = `${whole}${fraction}`.replace(/^0+/, '');
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  if (end === 0) return '0';
  return `${sign}${digits.slice(0, end)}e${Number(exponent) - fraction.length + digits.length - end}`;
}

/**
 * The place where a text stops being JSON, and the reason if there is a common one. JSON.parse tells the place in some of its messages. A
 * message about a strange character does not, but it comes for every beginning of the text that has that character and for no shorter one.
 */
export function jsonMistake(text: string): string {
  const message = messageOf(text);
  const offset = Number(/ at position (\d+)/.exec(message)?.[1] ?? strangeCharacter(text, message));
  const { line, column } = positionAt(text, offset);
  const place = `line ${line}, column ${column}`;
  if (message.startsWith('Bad control character')) {
    return `at ${place} a text has a line break or another control character; write \\n for a line break`;
  }
  return offset >= text.length ? `it ends too early, at ${place}` : `what stands at ${place} cannot stand there`;
}

const STRANGE = 'Unexpected token';

function strangeCharacter(text: string, message: string): number {
  if (!message.startsWith(STRANGE)) return text.length;
  let [sound, strange] = [0, text.length];
  while (strange - sound > 1) {
    const middle = Math.floor((sound + strange) / 2);
    if (messageOf(text.slice(0, middle)).startsWith(STRANGE)) strange = middle;
    else sound = middle;
  }
  // Inside a misspelt `false`, JSON.parse calls a later letter strange: go back to the beginning of the word.
  while (/[a-z]/i.test(text.charAt(sound - 1))) sound -= 1;
  return sound;
}

function messageOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
