import { type JsonSchema } from '../json-schema.js';
import { operationIdOf } from '../operation-id.js';

/** An endpoint as a document tells of it. */
export interface DocumentedEndpoint {
  readonly name: string;
  readonly id: string;
  readonly description: string;
  /** `sql` of a sandboxed endpoint included. */
  readonly parameters: ReadonlyMap<string, DocumentedParameter>;
  /** Undefined where the document says that its columns are not known. */
  readonly row: JsonSchema | undefined;
  readonly maxRows: number;
}

export interface DocumentedParameter {
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The part of a document that is read. */
interface OpenApiDocument {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

interface Operation {
  readonly 'x-quern-id': string;
  readonly description: string;
  readonly 'x-quern-unchecked'?: boolean;
  readonly parameters: readonly {
    readonly in?: string;
    readonly name: string;
    readonly required: boolean;
    readonly description?: string;
    readonly schema: JsonSchema;
  }[];
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
  };
}

const PREFIX = '/api/endpoints/query/';

/**
 * The endpoints of an OpenAPI document that Quern has written, by name. `file` is where it comes from.
 *
 * @throws Error for any other text
 */
export function readDocument(text: string, file = 'this'): ReadonlyMap<string, DocumentedEndpoint> {
  try {
    const { openapi, paths, components } = JSON.parse(text) as OpenApiDocument;
    if (!openapi.startsWith('3.')) throw new Error(`it is of OpenAPI ${openapi}`);
    const endpoints = Object.entries(paths).flatMap(([path, { get }]) => {
      if (!get || !path.startsWith(PREFIX)) return [];
      const name = path.slice(PREFIX.length);
      return [[name, endpointOf(name, get, components.schemas)] as const];
    });
    return new Map(endpoints);
  } catch (cause) {
    throw new Error(`${file} is no OpenAPI document that Quern has written`, { cause });
  }
}

function endpointOf(
  name: string,
  operation: Operation,
  schemas: Readonly<Record<string, JsonSchema>>,
): DocumentedEndpoint {
  const row = schemas[`${operationIdOf(name)}_row`];
  if (!row) throw new Error(`${name} has no row`);
  // Header fields are references, and the same for all endpoints.
  const own = operation.parameters.filter((parameter) => parameter.in === 'query');
  const { properties } = operation.responses[200].content['application/json'].schema;
  return {
    name,
    id: operation['x-quern-id'],
    description: operation.description,
    parameters: new Map(
      own.map(({ name: each, required, schema, description }) => [
        each,
        { required, schema: { ...(description !== undefined && { description }), ...schema } },
      ]),
    ),
    row: operation['x-quern-unchecked'] === true ? undefined : row,
    maxRows: properties?.result?.maxItems ?? Infinity,
  };
}
