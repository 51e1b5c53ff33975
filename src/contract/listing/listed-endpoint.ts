import { type Key } from '../../access/key.js';
import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { type ValueFormats } from '../../engines/json-values.js';
import { boundValue } from '../../parameters/bound-value.js';
import { type ParameterDeclaration, type ParameterValue } from '../../parameters/parameter.js';
import { contractOf, type DescribedEndpoint } from '../endpoint-contract.js';

/** An endpoint in a list: its contract, in the words of its file. `LISTED_ENDPOINT` is its schema. */
export type ListedContract = ReturnType<typeof listedContract>;

export function listedContract(described: DescribedEndpoint, key: Pick<Key, 'bind'>, formats: ValueFormats) {
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

function pageOf({ page, maxRows }: Endpoint) {
  return page
    ? { size: maxRows, next: Object.fromEntries(page.map(({ parameter, column }) => [parameter, column])) }
    : null;
}

function inWordsOfTheFile(declaration: ParameterDeclaration) {
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
    accepts: declaration.unixMillis ? 'unix-millis' : null,
    pattern: declaration.pattern?.source ?? null,
  };
}
