import { isAdmin, type Key } from '../../access/key.js';
import { contractOf, type DescribedEndpoint, IGNORED_SCHEMA } from '../endpoint-contract.js';
import { behind, isOfPart, MAX_PART_BYTES, type Part } from '../listing/part.js';
import { mayCall } from '../../access/may-call.js';
import { META_SCHEMA } from '../meta-schema.js';
import { type ValueFormats } from '../../engines/json-values.js';
import {
  describedPath,
  IGNORED,
  META,
  NOT_MODIFIED,
  NOT_MODIFIED_RESPONSE,
  SQL_ROW,
  SQL_ROW_SCHEMA,
} from './endpoint-operations.js';
import { listingPaths } from './listing-operations.js';
import { ANY_PROBLEM, ANY_PROBLEM_RESPONSE, PROBLEM, PROBLEM_RESPONSES } from './problem-responses.js';
import { REQUEST_HEADERS } from './request-headers.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { ACCEPTED, ACCEPTED_RESPONSE, RUN, RUN_PATHS, RUN_SCHEMA } from './run-operations.js';
import { SharedSchemas } from './shared-schemas.js';

export interface DocumentTerms {
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
  const components: Record<'rows' | 'schemas', string[]> = { rows: [], schemas: [] };
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
    const { path, item, row, rows } = describedPath(contractOf(described, key, formats), shared);
    const [own, schema, response] = [member(path, item), member(...row), member(...rows)];
    components.schemas.push(schema);
    components.rows.push(response);
    bytes += [own, schema, response].reduce((sum, text) => sum + Buffer.byteLength(text), 0);
    last = name;
    yield own;
  }
  yield `},"components":${unclosed(COMPONENTS)},"schemas":${unclosed({ ...SCHEMAS, ...shared.components })}`;
  yield* components.schemas;
  yield `},"responses":${unclosed(RESPONSES)}`;
  yield* components.rows;
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
  [META]: META_SCHEMA,
  [IGNORED]: IGNORED_SCHEMA,
  [SQL_ROW]: SQL_ROW_SCHEMA,
  [RUN]: RUN_SCHEMA,
};

const RESPONSES = {
  [NOT_MODIFIED]: NOT_MODIFIED_RESPONSE,
  [ACCEPTED]: ACCEPTED_RESPONSE,
  [ANY_PROBLEM]: ANY_PROBLEM_RESPONSE,
  ...PROBLEM_RESPONSES,
};

/** An object as text, open for further members. */
function unclosed(value: object): string {
  return JSON.stringify(value).slice(0, -1);
}

function member(name: string, value: unknown): string {
  return `,${JSON.stringify(name)}:${JSON.stringify(value)}`;
}
