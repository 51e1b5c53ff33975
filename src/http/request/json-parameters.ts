import { type IncomingMessage } from 'node:http';
import { excerpt, quote } from '../../errors/excerpt.js';
import { type ParameterError, QuernError } from '../../errors/quern-error.js';
import { jsonMistake } from './json-mistake.js';
import { MAX_PARAMETERS } from './query-string.js';

/** Bytes that a body may have. */
const MAX_BODY = 64 * 1024;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/i;

/**
 * The parameters of a call from a JSON body: names, each with a value or a list of them, as texts like those of a URL.
 *
 * @throws QuernError `unsupported_media_type`, `body_too_large`, `malformed_request`, `invalid_parameters`,
 * `too_many_parameters`
 */
export async function readJsonParameters(request: IncomingMessage): Promise<ReadonlyMap<string, readonly string[]>> {
  if (!JSON_TYPE.test(request.headers['content-type'] ?? '') || request.headers['content-encoding'] !== undefined) {
    throw new QuernError(
      'unsupported_media_type',
      'The body must be JSON as it is, with `Content-Type: application/json`.',
    );
  }
  if (request.url?.includes('?')) {
    throw malformed('Parameters stand in the body of a POST, and none in its URL.');
  }
  return parametersOf(parse(await readBody(request)));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // Even a body that is too long is read to its end: a client whose connection is closed while it sends does not see the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY) chunks.push(chunk);
  }
  if (length <= MAX_BODY) return Buffer.concat(chunks);
  throw new QuernError('body_too_large', `The body has ${length} bytes; ${MAX_BODY} are allowed.`);
}

function parse(body: Buffer): object {
  const text = decode(body);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed(`The body is not JSON: ${jsonMistake(text)}.`);
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('The body must be one JSON object, such as {"sql": "…"}.');
}

function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw malformed('The body is not in UTF-8.');
  }
}

function parametersOf(body: object): ReadonlyMap<string, readonly string[]> {
  const errors: ParameterError[] = [];
  const entries = Object.entries(body).map(([name, value]): [string, string[]] => {
    const texts = (Array.isArray(value) ? (value as unknown[]) : [value]).map(textOf);
    if (texts.includes(undefined)) {
      const detail = `${quote(name)} must be text, a number, true, false, null, or a list of these; write whole numbers beyond 2^53 as text.`;
      errors.push({ parameter: excerpt(name), detail });
    }
    return [name, texts.filter((text) => text !== undefined)];
  });
  if (errors.length > 0) {
    throw new QuernError('invalid_parameters', errors[0]?.detail ?? '', { errors });
  }
  const count = entries.reduce((sum, [, texts]) => sum + texts.length, 0);
  if (count > MAX_PARAMETERS) {
    const detail = `The body has ${count} parameters; ${MAX_PARAMETERS} are allowed.`;
    throw new QuernError('too_many_parameters', detail);
  }
  return new Map(entries);
}

/** A value as the text that a URL would have; null is the empty text, as if it were missing. Undefined for any other value. */
function textOf(value: unknown): string | undefined {
  if (value === null) return '';
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'number') return undefined;
  // JSON.parse has rounded a whole number beyond 2^53 to another one.
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value);
}

function malformed(detail: string): QuernError {
  return new QuernError('malformed_request', detail);
}
