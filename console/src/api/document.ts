/** The part of JSON Schema that the contract’s schemas are written in, as far as a form or a table looks at it. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly 'x-quern-default'?: string;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly maxItems?: number;
  readonly description?: string;
  readonly 'x-googlesql-type'?: string;
}

export interface Parameter {
  readonly name: string;
  readonly required: boolean;
  readonly array: boolean;
  readonly description: string | undefined;
  /** What GoogleSQL calls the type of one value. */
  readonly type: string;
  /** Values to choose from. Others are taken as well where `open` says so. */
  readonly choices: readonly string[] | undefined;
  readonly open: boolean;
  readonly default: string | undefined;
}

export interface Column {
  readonly name: string;
  /** What GoogleSQL calls it; undefined for columns of a caller’s own SQL. */
  readonly type: string | undefined;
  readonly description?: string | undefined;
}

/** A way in which the rows can be had as a file. */
export interface Form {
  /** `csv`, `parquet` and so on: how the file’s name ends. */
  readonly name: string;
  readonly path: string;
}

/** An endpoint as the contract has it: all that this page knows of one. */
export interface Endpoint {
  readonly name: string;
  readonly id: string;
  readonly path: string;
  readonly description: string;
  /** What else holds of its answers, in sentences. */
  readonly terms: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Takes SQL of the caller’s own. */
  readonly takesSql: boolean;
  /** Undefined while the query could not be checked. */
  readonly columns: readonly Column[] | undefined;
  readonly maxRows: number | undefined;
  readonly forms: readonly Form[];
}

interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly 'x-quern-id'?: string;
  readonly parameters?: readonly {
    readonly name?: string;
    readonly in?: string;
    readonly required?: boolean;
    readonly description?: string;
    readonly schema?: Schema;
  }[];
  readonly responses?: Readonly<Record<string, Response | Reference>>;
}

interface Response {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

interface Reference {
  readonly $ref: string;
}

export interface OpenApi {
  readonly paths: Readonly<Record<string, { readonly get?: Operation }>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses?: Readonly<Record<string, Response>>;
  };
}

/** One document of the parts that the service answers with where there are many endpoints. */
export function joined(parts: readonly OpenApi[]): OpenApi {
  return {
    paths: Object.assign({}, ...parts.map(({ paths }) => paths)) as OpenApi['paths'],
    components: {
      schemas: Object.assign(
        {},
        ...parts.map(({ components }) => components.schemas),
      ) as OpenApi['components']['schemas'],
      responses: Object.assign({}, ...parts.map(({ components }) => components.responses)) as Readonly<
        Record<string, Response>
      >,
    },
  };
}

const PREFIX = '/api/endpoints/query/';
/** How callers hand in SQL; no endpoint has a parameter of this name. */
export const SQL = 'sql';

export function endpointsOf(document: OpenApi): readonly Endpoint[] {
  return Object.entries(document.paths).flatMap(([path, { get }]) =>
    get && path.startsWith(PREFIX) && !path.slice(PREFIX.length).includes('/') ? [endpointOf(path, get, document)] : [],
  );
}

function endpointOf(path: string, operation: Operation, document: OpenApi): Endpoint {
  const paragraphs = (operation.description ?? '').split('\n\n');
  // The last two are the contract’s own, about rows and age.
  const own = paragraphs.slice(0, -2).join('\n\n');
  const content = contentOf(operation, document);
  const rows = content['application/json']?.schema?.properties?.result;
  const parameters = (operation.parameters ?? []).flatMap((each) =>
    each.in === 'query' && each.name !== undefined ? [parameterOf(each.name, each)] : [],
  );
  return {
    name: operation.summary ?? path.slice(PREFIX.length),
    id: operation['x-quern-id'] ?? '',
    path,
    description: own,
    terms: paragraphs.slice(-2),
    parameters: parameters.filter(({ name }) => name !== SQL),
    takesSql: parameters.some(({ name }) => name === SQL),
    columns: columnsOf(rows?.items, document),
    maxRows: rows?.maxItems,
    forms: formsOf(path, content),
  };
}

function parameterOf(
  name: string,
  { required = false, description, schema = {} }: { required?: boolean; description?: string; schema?: Schema },
): Parameter {
  const array = schema.items !== undefined;
  const element = schema.items ?? schema;
  const listed = element.enum ? element : element.anyOf?.find((each) => each.enum);
  const type = schema['x-googlesql-type'] ?? 'STRING';
  return {
    name,
    required,
    array,
    description,
    type: array ? type.replace(/^ARRAY<(.*)>$/, '$1') : type,
    choices: listed?.enum?.map(String) ?? (type === 'BOOL' ? ['true', 'false'] : undefined),
    open: listed !== undefined && listed !== element,
    default: schema['x-quern-default'] ?? (schema.default === undefined ? undefined : textOf(schema.default)),
  };
}

function textOf(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}

function columnsOf(items: Schema | undefined, document: OpenApi): readonly Column[] | undefined {
  const reference = items?.$ref ?? items?.anyOf?.[0]?.$ref;
  const row = reference === undefined ? items : document.components.schemas[componentIn(reference)];
  if (!row?.properties) return undefined;
  const { properties } = row;
  // `properties` has columns called like numbers first; this list has them all in their order.
  return (row.required ?? Object.keys(properties)).map((name) => ({
    name,
    type: properties[name]?.['x-googlesql-type'],
    description: properties[name]?.description,
  }));
}

/** What an answer with rows may be, by its media type. */
function contentOf({ responses }: Operation, { components }: OpenApi): NonNullable<Response['content']> {
  const answer = responses?.['200'] ?? {};
  const own = '$ref' in answer ? components.responses?.[componentIn(answer.$ref)] : answer;
  return own?.content ?? {};
}

function componentIn(reference: string): string {
  return reference.replace(/^.*\//, '');
}

/** The forms of rows by what they are called in HTTP; each is had below the endpoint’s path by its name. */
const FORMS: Readonly<Record<string, string>> = {
  'application/json': 'json',
  'application/x-ndjson': 'ndjson',
  'text/csv': 'csv',
  'application/vnd.apache.parquet': 'parquet',
  'application/vnd.apache.arrow.stream': 'arrow',
};

/** Those that the contract names. */
function formsOf(path: string, content: NonNullable<Response['content']>): readonly Form[] {
  const names = Object.keys(content).flatMap((type) => FORMS[type] ?? []);
  return names.map((name) => ({ name, path: `${path}/rows.${name}` }));
}
