import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type ParameterError } from '../errors/quern-error.js';
import { mistake, parseTexts } from '../parameters/bind-parameters.js';
import { bareParameter, type ParameterDeclaration } from '../parameters/parameter.js';
import { MAX_SLICE, SLICE } from '../parameters/reserved-names.js';
import { type CallParameters } from '../parameters/query-string.js';

/** Some rows of a result, counted from 0. */
export interface Slice {
  readonly offset: number;
  /** Number of rows; undefined: all that follow. */
  readonly limit: number | undefined;
}

const BOUNDS: readonly ParameterDeclaration[] = SLICE.map((name) => ({
  ...bareParameter(name, 'integer'),
  min: 0n,
  max: BigInt(MAX_SLICE),
}));

/**
 * Takes the wanted rows out of the parameters of a call: undefined where all are wanted. To endpoints without slices these are parameters
 * like any other.
 *
 * @param mistakes gets those of these parameters
 */
export function takeSlice(
  { slices }: Pick<Endpoint, 'slices'>,
  parameters: CallParameters,
  mistakes: ParameterError[],
): { slice: Slice | undefined; others: CallParameters } {
  if (!slices || !SLICE.some((name) => parameters.has(name))) return { slice: undefined, others: parameters };
  const others = new Map(parameters);
  const [limit, offset] = BOUNDS.map((bound) => {
    others.delete(bound.name);
    const parsed = parseTexts(bound, parameters.get(bound.name) ?? []);
    if ('value' in parsed) return parsed.value;
    mistakes.push(mistake(bound.name, parsed.problem));
    return null;
  });
  const isWhole = (limit ?? null) === null && !offset;
  return {
    slice: isWhole ? undefined : { limit: limit === null ? undefined : Number(limit), offset: Number(offset ?? 0) },
    others,
  };
}
