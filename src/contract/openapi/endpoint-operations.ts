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
import { cursorParameter, sliceParameters } from '../page-parameters.js';
import { sqlParameter } from '../sql-parameter.js';
import { OTHER_FORMS } from './other-forms.js';
import { problemsBut } from './problem-responses.js';
import { REQUEST_HEADER_REFERENCES, UNCONDITIONAL_HEADER_REFERENCES } from './request-headers.js';
import { headers, OF_ANSWERS } from './response-headers.js';
import { ACCEPTED_REFERENCE } from './run-operations.js';

/** What one endpoint adds to a document. */
export interface DescribedPath {
  readonly path: string;
  readonly item: object;
  readonly rowName: string;
  readonly row: JsonSchema;
}

/** The component of rows that a caller's own SQL gives. No endpoint's row is called so: their names end in `_row`. */
export const SQL_ROW = 'SqlRow';
export const SQL_ROW_SCHEMA: JsonSchema = {
  type: 'object',
  description: 'A row with the columns of the caller’s SQL.',
};

/** The component that META_SCHEMA is. */
export const META = 'Meta';

export const NOT_MODIFIED = 'NotModified';
export const NOT_MODIFIED_RESPONSE = {
  description: 'The answer that the client has is still good.',
  headers: headers(OF_ANSWERS),
};

const NOT_MODIFIED_REFERENCE = { $ref: `#/components/responses/${NOT_MODIFIED}` };

/** An endpoint under its name, of which nothing has to be escaped in a path. */
export function describedPath(contract: EndpointContract): DescribedPath {
  const operationId = operationIdOf(contract.name);
  const rowName = `${operationId}_row`;
  const own = reference(rowName);
  const row = contract.sandboxing === undefined ? own : { anyOf: [own, reference(SQL_ROW)] };
  return {
    path: `/api/endpoints/query/${contract.name}`,
    item: {
      get: getOperation(contract, operationId, row),
      post: postOperation(contract, operationId, row),
    },
    rowName,
    row: rowSchema(contract),
  };
}

function getOperation(contract: EndpointContract, operationId: string, row: JsonSchema): object {
  return {
    ...about(contract, operationId),
    parameters: [...allParameters(contract, MAX_URL_BYTES).map(queryParameter), ...REQUEST_HEADER_REFERENCES],
    // A GET has no body, and a documented method is allowed.
    responses: {
      ...answers(contract, row),
      '202': ACCEPTED_REFERENCE,
      '304': NOT_MODIFIED_REFERENCE,
      ...problemsBut([405, 413, 415]),
    },
  };
}

/** For what is too long for a URL. HTTP's QUERY, which OpenAPI has no word for before 3.2, takes the same, and has 304 as GET does. */
function postOperation(contract: EndpointContract, operationId: string, row: JsonSchema): object {
  return {
    ...about(contract, `_post_${operationId}`),
    parameters: UNCONDITIONAL_HEADER_REFERENCES,
    requestBody: {
      required: true,
      content: { 'application/json': { schema: inputSchema(allParameters(contract, MAX_BODY_BYTES)) } },
    },
    responses: { ...answers(contract, row), '202': ACCEPTED_REFERENCE, ...problemsBut([405]) },
  };
}

function about(contract: EndpointContract, operationId: string): object {
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
  };
}

/** Those that a caller may give: the declared ones and, where the endpoint takes them, a cursor, a slice and SQL. */
function allParameters(contract: EndpointContract, maxBytes: number): readonly ParameterContract[] {
  return [
    ...contract.parameters,
    ...(contract.page === undefined ? [] : [cursorParameter(contract.page)]),
    ...(contract.slices ? sliceParameters() : []),
    ...(contract.sandboxing === undefined ? [] : [sqlParameter(contract, maxBytes)]),
  ];
}

function queryParameter({ name, required, array, schema }: ParameterContract): object {
  const { description, ...rest } = schema;
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

function answers({ maxRows }: EndpointContract, row: JsonSchema): object {
  return {
    '200': {
      description: 'The rows, in the order of the query.',
      headers: headers([...OF_ANSWERS, 'Content-Encoding']),
      content: { 'application/json': { schema: answerSchema(row, maxRows, reference(META)) }, ...OTHER_FORMS },
    },
  };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}
