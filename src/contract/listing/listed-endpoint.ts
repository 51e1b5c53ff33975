import { type Key } from '../../access/key.js';
import { type Endpoint, type SandboxDialect } from '../../endpoint-files/endpoint.js';
import { type ValueFormats } from '../../engines/json-values.js';
import { type NumberFormat } from '../../engines/number-format.js';
import { boundValue } from '../../parameters/bound-value.js';
import { type ParameterDeclaration, type ParameterValue } from '../../parameters/parameter.js';
import { type ColumnContract, contractOf, type DescribedEndpoint } from '../endpoint-contract.js';
import { type JsonSchema } from '../json-schema.js';
import { type ReadableContract } from '../readable-queries.js';

/** An endpoint in a list: its contract, in the words of its file. `LISTED_ENDPOINT` is its schema. */
export interface ListedContract {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly parameters: readonly ListedParameter[];
  /** Columns; null while the query could not be checked. */
  readonly columns: readonly ListedColumn[] | null;
  readonly max_rows: number;
  /** Page size and parameters; null where answers are whole. */
  readonly page: { readonly size: number; readonly next: Readonly<Record<string, string>> } | null;
  readonly slices: 'enabled' | 'disabled';
  readonly caching: number | 'disabled';
  readonly sandboxing: 'enabled' | 'disabled';
  /** Dialect of callers' SQL; null where the endpoint is not sandboxed. */
  readonly sandbox_dialect: SandboxDialect | null;
  /** Queries that this SQL may read; null where there is none, and while the query could not be checked. */
  readonly readable: readonly ReadableContract[] | null;
}

/** A parameter as the file declares it, with the schema of its values. */
interface ListedParameter {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly [key: string]: unknown;
}

interface ListedColumn extends Omit<ColumnContract, 'description' | 'json'> {
  readonly description: string | null;
  /** Format of its numbers; null where it has none. */
  readonly json: NumberFormat | null;
}

export function listedContract(
  described: DescribedEndpoint,
  key: Pick<Key, 'bind'>,
  formats: ValueFormats,
): ListedContract {
  const contract = contractOf(described, key, formats);
  const declarations = new Map(described.endpoint.parameters.map((each) => [each.name, each]));
  return {
    id: contract.id,
    name: contract.name,
    description: contract.description ?? null,
    parameters: contract.parameters.flatMap(({ name, schema }) => {
      const declaration = declarations.get(name);
      return declaration ? [{ ...inWordsOfTheFile(declaration), schema }] : [];
    }),
    columns:
      contract.columns?.map(({ description = null, json = null, ...column }) => ({ ...column, description, json })) ??
      null,
    max_rows: contract.maxRows,
    page: pageOf(described.endpoint),
    slices: contract.slices ? 'enabled' : 'disabled',
    caching: contract.cachingSeconds ?? 'disabled',
    sandboxing: contract.sandboxing === undefined ? 'disabled' : 'enabled',
    sandbox_dialect: contract.sandboxing ?? null,
    readable: contract.readable ?? null,
  };
}

function pageOf({ page, maxRows }: Endpoint): ListedContract['page'] {
  return page
    ? { size: maxRows, next: Object.fromEntries(page.map(({ parameter, column }) => [parameter, column])) }
    : null;
}

function inWordsOfTheFile(declaration: ParameterDeclaration): Omit<ListedParameter, 'schema'> & { name: string } {
  const { name, type, array, min, max } = declaration;
  const plain = (value: ParameterValue = null) => boundValue({ declaration, value });
  return {
    name,
    type: array ? 'array' : type,
    ...(array && { items: type }),
    description: declaration.description ?? null,
    required: declaration.required,
    default: declaration.defaultNow === undefined ? plain(declaration.default) : 'now',
    truncate: (type === 'timestamp' ? declaration.defaultNow : undefined) ?? null,
    enum: plain(declaration.enum),
    otherwise: declaration.otherwiseDefault ? 'default' : null,
    min: plain(min),
    max: plain(max),
    max_length: declaration.maxLength ?? null,
    pattern: declaration.pattern?.source ?? null,
  };
}
