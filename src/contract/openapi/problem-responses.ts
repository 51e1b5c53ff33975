import { ERROR_CODES, type ErrorCodeEntry } from '../../errors/error-codes.js';
import { type JsonSchema, listOf, objectOf, TEXT } from '../json-schema.js';
import { headers, type ResponseHeader } from './response-headers.js';

const CODES: readonly (readonly [string, ErrorCodeEntry])[] = Object.entries(ERROR_CODES);
const STATUSES = [...new Set(CODES.map(([, { status }]) => status))].sort((a, b) => a - b);

const WRONG_PARAMETERS = listOf(objectOf({ parameter: TEXT, detail: TEXT }), 'Every parameter that is wrong.');

/** The body of every error (RFC 9457). */
export const PROBLEM = objectOf(
  {
    type: { type: 'string', description: '`urn:quern:error:` and the code.' },
    title: TEXT,
    status: { type: 'integer', enum: STATUSES },
    detail: { type: 'string', description: 'What went wrong, for people. Its words may change.' },
    instance: { type: 'string', description: 'The path of the request.' },
    code: { type: 'string', enum: CODES.map(([code]) => code), description: 'Stable: branch on this.' },
    request_id: { type: 'string', description: 'To be told to the operator, whose log has it for every 5xx.' },
    error: {
      ...objectOf({ message: TEXT }),
      description: '`detail` again, for clients that look for it here.',
    },
  },
  { errors: WRONG_PARAMETERS },
);

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

const ANY_BODY = { $ref: '#/components/schemas/Problem' };

/** A response for each status that problems have, by the name of its component. */
export const PROBLEM_RESPONSES: Readonly<Record<string, object>> = Object.fromEntries(
  STATUSES.map((status) => {
    const sentences = codesOf(status).map(([code, { title, remedy }]) => `\`${code}\`: ${title}. ${remedy}`);
    const schema = { allOf: [ANY_BODY, problemOf(status)] };
    const response = {
      description: sentences.join('\n\n'),
      headers: headers(problemHeaders(status)),
      content: { 'application/problem+json': { schema } },
    };
    return [componentOf(status), response];
  }),
);

/** One response for all statuses of problems, since a document may have tens of thousands of operations. */
export const ANY_PROBLEM_RESPONSE = {
  description: `A problem: ${STATUSES.map((status) => `\`${componentOf(status)}\``).join(', ')}, by its status.`,
  headers: headers([...new Set(STATUSES.flatMap(problemHeaders))]),
  content: { 'application/problem+json': { schema: ANY_BODY } },
};
const ANY_PROBLEM_REFERENCE = { $ref: '#/components/responses/Problem' };
export const ANY_PROBLEM_REFERENCES = { '4XX': ANY_PROBLEM_REFERENCE, '5XX': ANY_PROBLEM_REFERENCE };

/** Statuses for methods that are not there, and for bodies. */
const NOT_OF_READS = [405, 413, 415];

/** References to all problems that an operation without a body can be answered with. */
export const PROBLEMS_WITHOUT_BODY = Object.fromEntries(
  STATUSES.filter((status) => !NOT_OF_READS.includes(status)).map((status) => [
    String(status),
    { $ref: `#/components/responses/${componentOf(status)}` },
  ]),
);

function componentOf(status: number): string {
  return `Problem${status}`;
}
