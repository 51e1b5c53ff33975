import { type Key } from '../access/key.js';
import { type ColumnDeclaration, type Endpoint, type SandboxDialect } from '../endpoint-files/endpoint.js';
import { type ParameterDeclaration } from '../parameters/parameter.js';
import { columnSchema } from './column-schema.js';
import { type JsonSchema, objectOf, orNull } from './json-schema.js';
import { type ReadableContract, readableQueries } from './readable-queries.js';
import { parameterSchema } from './parameter-schema.js';
import { type ValueFormats } from '../engines/json-values.js';
import { columnFormat, type NumberFormat } from '../engines/number-format.js';

/** The input and output of an endpoint for a key. Nothing in here shows how it works: no SQL, file or figure. */
export interface EndpointContract extends Pick<Endpoint, 'id' | 'name' | 'description' | 'maxRows' | 'cachingSeconds'> {
  /** Parameters in the order of the file, without those that the key is bound to, whose value a caller cannot choose. */
  readonly parameters: readonly ParameterContract[];
  /** Columns in their order in each row; undefined while the query could not be checked. */
  readonly columns: readonly ColumnContract[] | undefined;
  /** The parameters that lead from page to page, which a cursor takes the place of; undefined where answers are whole. */
  readonly page: readonly string[] | undefined;
  /** Whether a call may ask for some rows of its result. */
  readonly slices: boolean;
  /** The dialect of callers' own SQL, whose rows have columns of their own; undefined where the endpoint takes none. */
  readonly sandboxing: SandboxDialect | undefined;
  /** Queries that callers' own SQL may read; undefined where there is none, or the query could not be checked. */
  readonly readable: readonly ReadableContract[] | undefined;
}

export interface ParameterContract {
  readonly name: string;
  readonly required: boolean;
  /** Whether it is given once for each element. */
  readonly array: boolean;
  /** Schema of its value, or of the list of its values. */
  readonly schema: JsonSchema;
}

export interface ColumnContract {
  readonly name: string;
  /** GoogleSQL type, such as `ARRAY<STRUCT<path STRING>>`. */
  readonly type: string;
  readonly description: string | undefined;
  readonly nullable: boolean;
  /** Format of its numbers; undefined where it has none. */
  readonly json: NumberFormat | undefined;
  readonly schema: JsonSchema;
}

export interface DescribedColumn {
  readonly name: string;
  readonly type: string;
  /** Whether the query never makes it NULL, even if the file allows NULL. */
  readonly isNeverNull?: true;
}

export interface DescribedEndpoint {
  readonly endpoint: Endpoint;
  readonly columns: readonly DescribedColumn[];
  /** Reason why the query was not checked; the columns are then those of the file, right or not. */
  readonly unchecked?: string;
  readonly readable?: Parameters<typeof readableQueries>[0] | undefined;
}

export function contractOf(
  { endpoint, columns, unchecked, readable }: DescribedEndpoint,
  { bind }: Pick<Key, 'bind'>,
  formats: ValueFormats,
): EndpointContract {
  const { id, name, description, maxRows, cachingSeconds } = endpoint;
  return {
    ...{ id, name, description, maxRows, cachingSeconds },
    parameters: endpoint.parameters.filter((each) => !bind.has(each.name)).map(parameterContract),
    columns:
      unchecked === undefined
        ? columns.map((column, index) => columnContract(column, endpoint.columns?.[index], formats))
        : undefined,
    slices: endpoint.slices ?? false,
    page: endpoint.page?.map(({ parameter }) => parameter),
    sandboxing: endpoint.sandboxing ? endpoint.sandboxDialect : undefined,
    readable: endpoint.sandboxing && readable ? readableQueries(readable) : undefined,
  };
}

function parameterContract(declaration: ParameterDeclaration): ParameterContract {
  const { name, required, array } = declaration;
  return { name, required, array, schema: parameterSchema(declaration) };
}

function columnContract(
  { name, type, isNeverNull }: DescribedColumn,
  declaration: ColumnDeclaration | undefined,
  { timestamps, numbers }: ValueFormats,
): ColumnContract {
  const { description } = declaration ?? {};
  const nullable = declaration?.nullable !== false && isNeverNull !== true;
  const json = columnFormat(type, declaration?.json, numbers);
  const schema = columnSchema(type, { timestamps, numbers: json ?? numbers }, { nullable, description });
  return { name, type, description, nullable, json, schema };
}

/**
 * The parameters of a call as one JSON object, which is how a body has them; `others` is the schema of any others. null counts as missing.
 */
export function inputSchema(parameters: readonly ParameterContract[], others: boolean | JsonSchema): JsonSchema {
  const required = parameters.filter((each) => each.required).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(
      parameters.map((each) => [each.name, each.required ? each.schema : orNull(each.schema)]),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: others,
  };
}

const PLAIN: JsonSchema = { type: ['string', 'number', 'boolean', 'null'] };

/** The schema of undeclared names, which are ignored as in a URL: their values have to be such as a URL could hold. */
export const IGNORED_SCHEMA: JsonSchema = { anyOf: [PLAIN, { type: 'array', items: PLAIN }] };

/** A row of an answer; open where the columns are not known. */
export function rowSchema({ columns }: EndpointContract): JsonSchema {
  if (!columns) return { type: 'object' };
  return objectOf(Object.fromEntries(columns.map(({ name, schema }) => [name, schema])));
}

/** The body of an answer: rows of the schema `row`, and beside them `meta` for clients that prefer it. */
export function answerSchema(row: JsonSchema, maxRows: number, meta: JsonSchema): JsonSchema {
  return objectOf({ result: { type: 'array', items: row, maxItems: maxRows } }, { meta });
}
