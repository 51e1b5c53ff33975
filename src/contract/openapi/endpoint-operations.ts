import {
  answerSchema,
  type EndpointContract,
  inputSchema,
  type ParameterContract,
  rowSchema,
} from '../endpoint-contract.js';
import { type JsonSchema } from '../json-schema.js';
import { operationIdOf } from '../operation-id.js';
import { MAX_BODY_BYTES, MAX_URL_BYTES } from '../request-limits.js';
import { cursorParameter, sliceParameters, sqlParameter } from '../undeclared-parameters.js';
import { ANY_PROBLEM_REFERENCES } from './problem-responses.js';
import { CONDITION_REFERENCES, PREFERENCE_REFERENCE } from './request-headers.js';
import { headers, OF_ANSWERS, type ResponseHeader } from './response-headers.js';
import { ACCEPTED_REFERENCE, OTHER_FORMS } from './run-operations.js';
import { type SharedSchemas } from './shared-schemas.js';

/** One endpoint's own part of a document: all else is the same for every endpoint, and is referred to. */
export interface DescribedPath {
  readonly path: string;
  readonly item: object;
  /** Components, by the endpoint's operation id and `_row`, `_rows`. */
  readonly row: readonly [name: string, schema: JsonSchema];
  readonly rows: readonly [name: string, response: object];
}

/** The component for rows of a caller's own SQL. No endpoint's row is called so: their names end in `_row`. */
export const SQL_ROW = 'SqlRow';
export const SQL_ROW_SCHEMA = { type: 'object', description: 'A row with the columns of the caller’s SQL.' } as const;

/** Components of META_SCHEMA and IGNORED_SCHEMA. */
export const META = 'Meta';
export const IGNORED = 'Ignored';

export const NOT_MODIFIED = 'NotModified';
export const NOT_MODIFIED_RESPONSE = {
  description: 'The answer that the client has is still good.',
  headers: headers(OF_ANSWERS),
};

const NOT_MODIFIED_REFERENCE = { $ref: `#/components/responses/${NOT_MODIFIED}` };

/** Header fields that depend on the endpoint of a call; `NotModified` has the others, which every answer may have. */
const OF_PAGES: readonly ResponseHeader[] = ['Quern-Next', 'Link'];
const OF_SLICES: readonly ResponseHeader[] = ['Quern-Total-Rows'];

/** Describes an endpoint under its name, which never needs escapes in a path. */
export function describedPath(contract: EndpointContract, shared: SharedSchemas): DescribedPath {
  const operationId = operationIdOf(contract.name);
  const [rowName, rowsName] = [`${operationId}_row`, `${operationId}_rows`];
  const own = reference(rowName);
  const row = contract.sandboxing === undefined ? own : { anyOf: [own, reference(SQL_ROW)] };
  const answers = { '200': { $ref: `#/components/responses/${rowsName}` }, '202': ACCEPTED_REFERENCE };
  return {
    path: `/api/endpoints/query/${contract.name}`,
    item: {
      parameters: [PREFERENCE_REFERENCE],
      get: getOperation(contract, operationId, answers, shared),
      post: postOperation(contract, operationId, answers, shared),
    },
    row: [rowName, shared.in(rowSchema(contract))],
    rows: [rowsName, rowsResponse(contract, row)],
  };
}

function getOperation(contract: EndpointContract, operationId: string, answers: object, shared: SharedSchemas): object {
  const { id, name, description, cachingSeconds, maxRows, page, columns } = contract;
  const words = [
    ...(description === undefined ? [] : [description]),
    page === undefined ? `At most ${maxRows} rows.` : `Pages of at most ${maxRows} rows.`,
    cachingSeconds === undefined ? 'Not cached.' : `An answer may be ${cachingSeconds} seconds old.`,
  ];
  return {
    operationId,
    summary: name,
    description: words.join('\n\n'),
    'x-quern-id': id,
    ...(columns === undefined && { 'x-quern-unchecked': true }),
    parameters: [
      ...allParameters(contract, MAX_URL_BYTES).map((each) => queryParameter(each, shared)),
      ...CONDITION_REFERENCES,
    ],
    responses: { ...answers, '304': NOT_MODIFIED_REFERENCE, ...ANY_PROBLEM_REFERENCES },
  };
}

/**
 * The operation for parameters too long for a URL. HTTP's QUERY, which OpenAPI has no word for before 3.2, takes the same, and has 304 as
 * GET does.
 */
function postOperation(
  contract: EndpointContract,
  operationId: string,
  answers: object,
  shared: SharedSchemas,
): object {
  const input = shared.in(inputSchema(allParameters(contract, MAX_BODY_BYTES), reference(IGNORED)));
  return {
    operationId: `_post_${operationId}`,
    summary: contract.name,
    requestBody: { required: true, content: { 'application/json': { schema: input } } },
    responses: { ...answers, ...ANY_PROBLEM_REFERENCES },
  };
}

/** The parameters that a caller may give: the declared ones and, where the endpoint takes them, a cursor, a slice and SQL. */
function allParameters(contract: EndpointContract, maxBytes: number): readonly ParameterContract[] {
  return [
    ...contract.parameters,
    ...(contract.page === undefined ? [] : [cursorParameter(contract.page)]),
    ...(contract.slices ? sliceParameters() : []),
    ...(contract.sandboxing === undefined ? [] : [sqlParameter(contract, maxBytes)]),
  ];
}

function queryParameter({ name, required, array, schema }: ParameterContract, shared: SharedSchemas): object {
  const { description, ...rest } = shared.in(schema);
  return {
    name,
    in: 'query',
    required,
    // An empty value counts as a missing one.
    ...(!required && { allowEmptyValue: true }),
    ...(description !== undefined && { description }),
    ...(array && { style: 'form', explode: true }),
    schema: rest,
  };
}

function rowsResponse({ maxRows, page, slices }: EndpointContract, row: JsonSchema): object {
  const own = [...(page === undefined ? [] : OF_PAGES), ...(slices ? OF_SLICES : [])];
  return {
    description: 'The rows, in the order of the query.',
    ...(own.length > 0 && { headers: headers(own) }),
    content: { 'application/json': { schema: answerSchema(row, maxRows, reference(META)) }, ...OTHER_FORMS },
  };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
