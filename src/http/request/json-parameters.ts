import { type IncomingMessage } from 'node:http';
import { MAX_VALUES } from '../../contract/request-limits.js';
import { type ParameterError, QuernError } from '../../errors/quern-error.js';
import { ACCEPT_QUERY } from '../../errors/method-not-allowed.js';
import { type GivenParameters } from '../../execution/call.js';
import { nameBeforeBrackets } from '../../parameters/name-slips.js';
import { type ParameterDeclaration } from '../../parameters/parameter.js';
import { mistake } from '../../parameters/bind-parameters.js';
import { isCoded, readText } from './body.js';
import { MAX_PARAMETERS } from '../../parameters/query-string.js';
import { type JsonLiteral, type JsonMember, jsonMembers } from './json-members.js';

const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/** The members of an endpoint's parameters that reading their values takes. */
type DeclaredParameters = readonly Pick<ParameterDeclaration, 'name' | 'type' | 'otherwiseDefault'>[];

/**
 * Reads the parameters of a call from a JSON body: names, each with a value or a list of them.
 *
 * @throws QuernError `unsupported_media_type`, `body_too_large`, `malformed_request`, `too_many_parameters`
 */
export async function readJsonParameters(
  request: IncomingMessage,
  declared: DeclaredParameters,
): Promise<GivenParameters> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || isCoded(request)) {
    throw new QuernError(
      'unsupported_media_type',
      'The body must be JSON as it is, with `Content-Type: application/json`.',
      { headers: ACCEPT_QUERY },
    );
  }
  if (request.url?.includes('?')) {
    const detail = `Parameters stand in the body of a ${request.method ?? 'POST'}, and none in its URL.`;
    throw new QuernError('malformed_request', detail);
  }
  return parametersOf(jsonMembers(await readText(request)), declared);
}

function parametersOf(members: readonly JsonMember[], declared: DeclaredParameters): GivenParameters {
  // Counted first, so that no answer lists thousands of wrong parameters.
  refuseMoreThan(MAX_PARAMETERS, members.length, 'parameters');
  refuseMoreThan(
    MAX_VALUES,
    members.reduce((sum, { values }) => sum + values.length, 0),
    'values',
  );
  const parameters = new Map<string, readonly string[]>();
  const mistakes: ParameterError[] = [];
  for (const { name, values } of members) {
    if (parameters.has(name)) continue;
    const declaration = declarationOf(name, declared);
    const texts = values.map((value) => value && textOf(value, declaration));
    const wrong = texts.indexOf(undefined);
    const times = members.filter((other) => other.name === name).length;
    if (wrong >= 0) mistakes.push(mistake(name, values[wrong] ? NOT_HELD : NO_VALUE));
    else if (times > 1) mistakes.push(mistake(name, `must be given once, not ${times} times; an array is one list`));
    parameters.set(
      name,
      texts.filter((text) => text !== undefined),
    );
  }
  return { parameters, mistakes };
}

const NO_VALUE = 'must be text, a number, true, false, null, or a list of these';
const NOT_HELD = 'has a number that few JSON parsers hold; write it as text';

/** `ids[]` is the array `ids`, unless a parameter has that very name. */
function declarationOf(name: string, declared: DeclaredParameters): DeclaredParameters[number] | undefined {
  const bare = nameBeforeBrackets(name);
  return declared.find((each) => each.name === name) ?? declared.find((each) => each.name === bare);
}

function refuseMoreThan(most: number, count: number, what: string): void {
  if (count <= most) return;
  throw new QuernError('too_many_parameters', `The body has ${count} ${what}; ${most} are allowed.`);
}

/**
 * The text that a URL would have for a value; null is the empty text, as if the parameter were missing. Undefined for a number that is
 * refused: FLOAT64 takes every number, as the nearest double, but for any other type one that has been rounded would be another value than
 * the caller has written. Parameters that the endpoint does not have may be anything.
 */
function textOf(
  { value, written }: JsonLiteral,
  declaration: DeclaredParameters[number] | undefined,
): string | undefined {
  if (typeof value !== 'number') return String(value ?? '');
  if (isHeldExactly(written, value)) return String(value);
  const isAny = declaration === undefined || declaration.type === 'number' || declaration.otherwiseDefault;
  return isAny ? written : undefined;
}

/** Whether JavaScript has kept a number digit by digit. Whole numbers beyond 2^53 count as rounded, since every double is whole there. */
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
