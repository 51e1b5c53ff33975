import { type Explanation } from '../engines/engine.js';
import { type BoundQuery } from '../execution/bound-query.js';
import { formatScalar } from '../parameters/scalar.js';
import { type ParameterBinding, type ScalarValue, SCALAR_TYPES } from '../parameters/parameter.js';
import { type TableRead } from '../sql/table-reads.js';

/** What one call of an endpoint would do. */
export interface CallExplanation {
  readonly query: BoundQuery;
  /** The tables that the query reads; undefined where our parser does not take the query. */
  readonly tables: readonly TableRead[] | undefined;
  readonly engines: readonly EngineExplanation[];
}

export interface EngineExplanation extends Partial<Explanation> {
  readonly name: string;
  /** It is the one that calls are run on. */
  readonly isInUse: boolean;
  /** Why there is nothing to be told of it. */
  readonly refusal?: string | undefined;
}

/** The GoogleSQL type that a parameter is bound with. */
export function boundType({ declaration: { type, array } }: ParameterBinding): string {
  return array ? `ARRAY<${SCALAR_TYPES[type]}>` : SCALAR_TYPES[type];
}

/** A value as JSON has it: an instant as text, an integer as text where a number would not hold all of its digits. */
export function boundValue({ declaration: { type }, value }: ParameterBinding): unknown {
  const plain = (each: ScalarValue): unknown => {
    if (typeof each !== 'bigint') return each;
    return type === 'integer' && Number.isSafeInteger(Number(each)) ? Number(each) : formatScalar(type, each);
  };
  if (value === null) return null;
  return typeof value === 'object' ? value.map(plain) : plain(value);
}
