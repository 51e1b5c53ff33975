import { type JsonSchema } from '../json-schema.js';
import { operationIdOf } from '../operation-id.js';
import { resolved } from './shared-schemas.js';
import { CALL_PREFIX } from '../../parameters/call-path.js';

export interface DocumentedEndpoint {
  readonly name: string;
  readonly id: string;
  readonly description: string;
  /** Parameters, including `sql` of a sandboxed endpoint. */
  readonly parameters: ReadonlyMap<string, DocumentedParameter>;
  /** Undefined where the document says that its columns are not known. */
  readonly row: JsonSchema | undefined;
  readonly maxRows: number;
}

export interface DocumentedParameter {
  readonly required: boolean;
  readonly schema: JsonSchema;
}

interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: Components;
  /** Query string of the next part, where there is more. */
  readonly 'x-quern-next'?: string;
}

interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly responses: Readonly<Record<string, Response>>;
}

interface Operation {
  readonly 'x-quern-id': string;
  readonly description: string;
  readonly 'x-quern-unchecked'?: boolean;
  readonly parameters: readonly (DocumentedParameter & {
    readonly in?: string;
    readonly name: string;
    readonly description?: string;
  })[];
}

interface Response {
  readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
}

/**
 * Reads the endpoints of an OpenAPI document that Quern has written, by name. `file` is named in errors.
 *
 * @throws Error for any other text, and for a part of a document
 */
export function readDocument(text: string, file = 'this'): ReadonlyMap<string, DocumentedEndpoint> {
  const { endpoints, next } = endpointsIn(text, file);
  if (next === undefined) return endpoints;
  const what = `a part of a document, of which the next one is at ${next}`;
  throw new Error(`${file} is ${what}; \`quern openapi\` writes it whole`);
}

function endpointsIn(text: string, file: string) {
  try {
    const { openapi, paths, components, 'x-quern-next': next } = JSON.parse(text) as OpenApiDocument;
    if (!openapi.startsWith('3.')) throw new Error(`it is of OpenAPI ${openapi}`);
    const endpoints = Object.entries(paths).flatMap(([path, { get }]) => {
      if (!get || !path.startsWith(CALL_PREFIX)) return [];
      const name = path.slice(CALL_PREFIX.length);
      return [[name, endpointOf(name, get, components)] as const];
    });
    return { endpoints: new Map(endpoints), next };
  } catch (cause) {
    throw new Error(`${file} is no OpenAPI document that Quern has written`, { cause });
  }
}

function endpointOf(name: string, operation: Operation, { schemas, responses }: Components): DocumentedEndpoint {
  const operationId = operationIdOf(name);
  const row = schemas[`${operationId}_row`];
  if (!row) throw new Error(`${name} has no row`);
  // Header fields are references, and the same for all endpoints.
  const own = operation.parameters.filter((parameter) => parameter.in === 'query');
  const rows = responses[`${operationId}_rows`];
  if (!rows) throw new Error(`${name} has no rows`);
  const { properties } = rows.content['application/json'].schema;
  return {
    name,
    id: operation['x-quern-id'],
    description: operation.description,
    parameters: new Map(
      own.map(({ name: each, required, schema, description }) => [
        each,
        { required, schema: { ...(description !== undefined && { description }), ...resolved(schema, schemas) } },
      ]),
    ),
    row: operation['x-quern-unchecked'] === true ? undefined : resolved(row, schemas),
    maxRows: properties?.result?.maxItems ?? Infinity,
  };
}
