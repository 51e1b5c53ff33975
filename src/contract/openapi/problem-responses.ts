import { ERROR_CODES, type ErrorCodeEntry } from '../../errors/error-codes.js';
import { type JsonSchema } from '../json-schema.js';
import { headers, type ResponseHeader } from './response-headers.js';

const CODES: readonly (readonly [string, ErrorCodeEntry])[] = Object.entries(ERROR_CODES);
const STATUSES = [...new Set(CODES.map(([, { status }]) => status))].sort((a, b) => a - b);

const TEXT: JsonSchema = { type: 'string' };

/** The body of every error (RFC 9457). */
export const PROBLEM: JsonSchema = {
  type: 'object',
  properties: {
    type: { type: 'string', description: '`urn:quern:error:` and the code.' },
    title: TEXT,
    status: { type: 'integer', enum: STATUSES },
    detail: { type: 'string', description: 'What went wrong, for people. Its words may change.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: CODES.map(([code]) => code), description: 'Stable: branch on this.' },
    request_id: { type: 'string', description: 'To be told to the operator, whose log has it for every 5xx.' },
    errors: {
      type: 'array',
      description: 'Every parameter that is wrong.',
      items: {
        type: 'object',
        properties: { parameter: TEXT, detail: TEXT },
        required: ['parameter', 'detail'],
      },
    },
    error: {
      type: 'object',
      description: '`detail` again, for clients that look for it here.',
      properties: { message: TEXT },
      required: ['message'],
    },
  },
  required: ['type', 'title', 'status', 'detail', 'instance', 'code', 'request_id', 'error'],
};

const OF_PROBLEMS: readonly ResponseHeader[] = [
  'Cache-Control',
  'RateLimit-Policy',
  'RateLimit',
  'Referrer-Policy',
  'X-Request-Id',
];
/** Further header fields of single statuses. */
const OWN_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow', 'Accept-Query'],
  415: ['Accept-Query'],
  429: ['Retry-After'],
  503: ['Retry-After'],
};

export function problemHeaders(status: number): readonly ResponseHeader[] {
  return [...(OWN_HEADERS[status] ?? []), ...OF_PROBLEMS];
}

export function problemOf(status: number): JsonSchema {
  return {
    type: 'object',
    properties: {
      status: { type: 'integer', enum: [status] },
      code: { type: 'string', enum: codesOf(status).map(([code]) => code) },
    },
  };
}

function codesOf(status: number): typeof CODES {
  return CODES.filter(([, entry]) => entry.status === status);
}

/** A response for each status that problems have, by the name of its component. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  STATUSES.map((status) => {
    const response = {
      description: codesOf(status)
        .map(([code, { title, remedy }]) => `\`${code}\`: ${title}. ${remedy}`)
        .join('\n\n'),
      headers: headers(problemHeaders(status)),
      content: {
        'application/problem+json': {
          schema: { allOf: [{ $ref: '#/components/schemas/Problem' }, problemOf(status)] },
        },
      },
    };
    return [componentOf(status), response];
  }),
);

/** One response for all statuses of problems, since a document may have tens of thousands of operations. */
export const ANY_PROBLEM = 'Problem';
export const ANY_PROBLEM_RESPONSE = {
  description: `A problem: ${STATUSES.map((status) => `\`${componentOf(status)}\``).join(', ')}, by its status.`,
  headers: headers([...new Set(STATUSES.flatMap(problemHeaders))]),
  content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
};
const ANY_PROBLEM_REFERENCE = { $ref: `#/components/responses/${ANY_PROBLEM}` };
export const ANY_PROBLEM_REFERENCES = { '4XX': ANY_PROBLEM_REFERENCE, '5XX': ANY_PROBLEM_REFERENCE };

/** References to all problems but those of some statuses, which the operation cannot be answered with. */
export function problemsBut(others: readonly number[]): object {
  const statuses = STATUSES.filter((status) => !others.includes(status));
  return Object.fromEntries(
    statuses.map((status) => [String(status), { $ref: `#/components/responses/${componentOf(status)}` }]),
  );
}

function componentOf(status: number): string {
  return `Problem${status}`;
}
