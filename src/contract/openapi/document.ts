import { isAdmin, type Key } from '../../access/key.js';
import { contractOf, type DescribedEndpoint } from '../endpoint-contract.js';
import { type JsonSchema } from '../json-schema.js';
import { mayCall } from '../../access/may-call.js';
import { META_SCHEMA } from '../meta-schema.js';
import { type ValueFormats } from '../../engines/json-values.js';
import {
  describedPath,
  META,
  NOT_MODIFIED,
  NOT_MODIFIED_RESPONSE,
  SQL_ROW,
  SQL_ROW_SCHEMA,
} from './endpoint-operations.js';
import { listingPaths } from './listing-operations.js';
import { PROBLEM, PROBLEM_RESPONSES } from './problem-responses.js';
import { REQUEST_HEADERS } from './request-headers.js';
import { RESPONSE_HEADERS } from './response-headers.js';
import { ACCEPTED, ACCEPTED_RESPONSE, RUN, RUN_PATHS, RUN_SCHEMA } from './run-operations.js';

export interface DocumentTerms {
  readonly formats: ValueFormats;
  /** Of Quern. */
  readonly version: string;
}

const ABOUT =
  'What this key may call. `x-googlesql-type` is what GoogleSQL calls the type of a value, `x-quern-id` the lasting id of an endpoint. ' +
  'The rows of each endpoint are files as well, at its path with `/rows.json`, `/rows.ndjson`, `/rows.csv`, `/rows.parquet` or `/rows.arrow` behind it.';

/**
 * The OpenAPI document of what a key may call, in pieces of text, at least one for each endpoint, so that other work can be done between
 * them where there are many endpoints. The same arguments give the same text, in the order of the endpoints.
 */
export function* openApiText(
  endpoints: readonly DescribedEndpoint[],
  key: Key,
  { formats, version }: DocumentTerms,
): Generator<string> {
  const rows: [string, JsonSchema][] = [];
  yield `{\n${members({
    openapi: '3.1.1',
    info: { title: 'Quern', version, description: ABOUT },
    servers: [{ url: '/', description: 'Where this document comes from.' }],
    security: [{ key: [] }],
  })},\n  "paths": {`;
  let separator = '\n';
  const member = (name: string, value: object) => {
    const text = `${separator}    ${JSON.stringify(name)}: ${indented(value, 4)}`;
    separator = ',\n';
    return text;
  };
  for (const [path, item] of Object.entries({ ...listingPaths(isAdmin(key)), ...RUN_PATHS })) yield member(path, item);
  for (const described of endpoints) {
    if (!mayCall(key, described.endpoint)) {
      yield '';
      continue;
    }
    const { path, item, rowName, row } = describedPath(contractOf(described, key, formats));
    rows.push([rowName, row]);
    yield member(path, item);
  }
  yield '\n  },\n  "components": {\n    "schemas": {';
  separator = '\n';
  for (const [name, schema] of [
    ['Problem', PROBLEM],
    [META, META_SCHEMA],
    [SQL_ROW, SQL_ROW_SCHEMA],
    [RUN, RUN_SCHEMA],
    ...rows,
  ] as const) {
    yield member(name, schema).replaceAll('\n', '\n  ');
  }
  yield `\n    },\n${members(COMPONENTS).replaceAll(/^/gm, '  ')}\n  }\n}\n`;
}

const COMPONENTS = {
  headers: RESPONSE_HEADERS,
  parameters: REQUEST_HEADERS,
  responses: { [NOT_MODIFIED]: NOT_MODIFIED_RESPONSE, [ACCEPTED]: ACCEPTED_RESPONSE, ...PROBLEM_RESPONSES },
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

/** The members of an object as text, without the brackets around them. */
function members(value: object): string {
  return JSON.stringify(value, null, 2).slice(2, -2);
}

function indented(value: object, by: number): string {
  return JSON.stringify(value, null, 2).replaceAll('\n', `\n${' '.repeat(by)}`);
}
