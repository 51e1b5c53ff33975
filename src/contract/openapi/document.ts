import { isAdmin, type Key } from '../../access/key.js';
import {
  contractOf,
  type DescribedEndpoint,
  IGNORED_SCHEMA,
  answerSchema,
  type EndpointContract,
  inputSchema,
  type ParameterContract,
  rowSchema,
} from '../endpoint-contract.js';
import { behind, isOfPart, MAX_PART_BYTES, type Part } from '../listing/part.js';
import { mayCall } from '../../access/may-call.js';
import { META_SCHEMA, SharedSchemas } from './shared-schemas.js';
import { type ValueFormats } from '../../engines/json-values.js';
import { listingPaths } from './listing-operations.js';
import { ANY_PROBLEM_RESPONSE, PROBLEM, PROBLEM_RESPONSES, ANY_PROBLEM_REFERENCES } from './problem-responses.js';
import { REQUEST_HEADERS, CONDITION_REFERENCES, PREFERENCE_REFERENCE } from './request-headers.js';
import { RESPONSE_HEADERS, headers, OF_ANSWERS, type ResponseHeader } from './response-headers.js';
import { ACCEPTED_RESPONSE, RUN_PATHS, RUN_SCHEMA, ACCEPTED_REFERENCE, OTHER_FORMS } from './run-operations.js';
import { type JsonSchema } from '../json-schema.js';
import { operationIdOf } from '../operation-id.js';
import { MAX_BODY_BYTES, MAX_URL_BYTES } from '../request-limits.js';
import { cursorParameter, sliceParameters, sqlParameter } from '../undeclared-parameters.js';
import { CALL_PREFIX } from '../../parameters/call-path.js';

/** The schema `SqlRow`, for rows of a caller's own SQL. No endpoint's row is called so: their names end in `_row`. */
export const SQL_ROW_SCHEMA = { type: 'object', description: 'A row with the columns of the caller’s SQL.' } as const;

const NOT_MODIFIED_REFERENCE = { $ref: '#/components/responses/NotModified' };

/** Header fields that depend on the endpoint of a call; `NotModified` has the others, which every answer may have. */
const OF_PAGES: readonly ResponseHeader[] = ['Quern-Next', 'Link'];
const OF_SLICES: readonly ResponseHeader[] = ['Quern-Total-Rows'];

/**
 * The texts of an endpoint's own parts of a document: all else is the same for every endpoint, and is referred to. Its name never needs
 * escapes in a path.
 */
function endpointTexts(contract: EndpointContract, shared: SharedSchemas) {
  const operationId = operationIdOf(contract.name);
  const [rowName, rowsName] = [`${operationId}_row`, `${operationId}_rows`];
  const own = reference(rowName);
  const row = contract.sandboxing === undefined ? own : { anyOf: [own, reference('SqlRow')] };
  const input = inputSchema(allParameters(contract, MAX_BODY_BYTES), reference('Ignored'));
  const answers = { '200': { $ref: `#/components/responses/${rowsName}` }, '202': ACCEPTED_REFERENCE };
  const item = {
    parameters: [PREFERENCE_REFERENCE],
    get: {
      operationId,
      summary: contract.name,
      description: wordsOf(contract),
      'x-quern-id': contract.id,
      ...(contract.columns === undefined && { 'x-quern-unchecked': true }),
      parameters: [
        ...allParameters(contract, MAX_URL_BYTES).map((each) => queryParameter(each, shared)),
        ...CONDITION_REFERENCES,
      ],
      responses: { ...answers, '304': NOT_MODIFIED_REFERENCE, ...ANY_PROBLEM_REFERENCES },
    },
    // For parameters too long for a URL. HTTP's QUERY, which OpenAPI has no word for before 3.2, takes the same, and has 304 as GET does.
    post: {
      operationId: `_post_${operationId}`,
      summary: contract.name,
      requestBody: { required: true, content: { 'application/json': { schema: shared.in(input) } } },
      responses: { ...answers, ...ANY_PROBLEM_REFERENCES },
    },
  };
  return {
    path: member(`${CALL_PREFIX}${contract.name}`, item),
    schema: member(rowName, shared.in(rowSchema(contract))),
    response: member(rowsName, rowsResponse(contract, row)),
  };
}

function wordsOf({ description, cachingSeconds, maxRows, page }: EndpointContract): string {
  return [
    ...(description === undefined ? [] : [description]),
    page === undefined ? `At most ${maxRows} rows.` : `Pages of at most ${maxRows} rows.`,
    cachingSeconds === undefined ? 'Not cached.' : `An answer may be ${cachingSeconds} seconds old.`,
  ].join('\n\n');
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
    content: { 'application/json': { schema: answerSchema(row, maxRows, reference('Meta')) }, ...OTHER_FORMS },
  };
}

function reference(name: string): JsonSchema {
  return { $ref: `#/components/schemas/${name}` };
}

interface DocumentTerms {
  readonly formats: ValueFormats;
  readonly version: string;
  /** Part of the document; left out, it is whole. */
  readonly part?: Part;
}

const ABOUT =
  'What this key may call. `x-googlesql-type` is what GoogleSQL calls the type of a value, `x-quern-id` the lasting id of an endpoint. ' +
  'The rows of each endpoint are files as well, at its path with `/rows.json`, `/rows.ndjson`, `/rows.csv`, `/rows.parquet` or `/rows.arrow` behind it. ' +
  'Requests may have the header fields of `components.parameters`; answers with rows may have those of the response `NotModified`, and those that the ' +
  'endpoint names beside them. ' +
  'Where there is `x-quern-next`, this is a part of the document, and that the query string of the next one.';

/**
 * The OpenAPI document of the endpoints that a key may call, in pieces of text, at least one for each endpoint, so that other work can be
 * done between them where there are many. The same arguments give the same text, in the order of the endpoints. A part ends behind the
 * endpoint that reaches MAX_PART_BYTES, and returns the query string of the next one, which it has as `x-quern-next`.
 */
export function* openApiText(
  endpoints: readonly DescribedEndpoint[],
  key: Key,
  { formats, version, part }: DocumentTerms,
): Generator<string, string | undefined> {
  const schemas: string[] = [];
  const responses: string[] = [];
  const shared = new SharedSchemas(formats);
  let [bytes, last, next] = [0, '', undefined as string | undefined];
  yield `${unclosed({
    openapi: '3.1.1',
    info: { title: 'Quern', version, description: ABOUT },
    servers: [{ url: '/', description: 'Where this document comes from.' }],
    security: [{ key: [] }],
  })},"paths":${unclosed({ ...listingPaths(isAdmin(key)), ...RUN_PATHS })}`;
  for (const described of endpoints) {
    const { name } = described.endpoint;
    if ((part && !isOfPart(part, name)) || !mayCall(key, described.endpoint)) {
      yield '';
      continue;
    }
    if (part && bytes >= MAX_PART_BYTES) {
      next = behind(part, last);
      break;
    }
    const { path, schema, response } = endpointTexts(contractOf(described, key, formats), shared);
    schemas.push(schema);
    responses.push(response);
    bytes += [path, schema, response].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    last = name;
    yield path;
  }
  yield `},"components":${unclosed(COMPONENTS)},"schemas":${unclosed({ ...SCHEMAS, ...shared.components })}`;
  yield* schemas;
  yield `},"responses":${unclosed(RESPONSES)}`;
  yield* responses;
  yield `}}${next === undefined ? '' : member('x-quern-next', next)}}\n`;
  return next;
}

const COMPONENTS = {
  headers: RESPONSE_HEADERS,
  parameters: REQUEST_HEADERS,
  securitySchemes: {
    key: {
      type: 'apiKey',
      in: 'header',
      name: 'X-API-KEY',
      description:
        'The token of a key. `Authorization: Bearer` takes it as well. GET and HEAD of rows may come by a URL that the operator has signed ' +
        'instead, without a key, where the key allows that.',
    },
  },
};

const SCHEMAS = {
  Problem: PROBLEM,
  Meta: META_SCHEMA,
  Ignored: IGNORED_SCHEMA,
  SqlRow: SQL_ROW_SCHEMA,
  Run: RUN_SCHEMA,
};

const RESPONSES = {
  NotModified: { description: 'The answer that the client has is still good.', headers: headers(OF_ANSWERS) },
  Accepted: ACCEPTED_RESPONSE,
  Problem: ANY_PROBLEM_RESPONSE,
  ...PROBLEM_RESPONSES,
};

/** An object as text, open for further members. */
function unclosed(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function member(name: string, value: unknown): string {
  return `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
