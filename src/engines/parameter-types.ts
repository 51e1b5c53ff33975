import { arrayOf, type SqlType } from '../googlesql/types/types.js';
import { type ParameterType } from './engine.js';

/** The type of a parameter in GoogleSQL. */
export function typeOfParameter({ type, array }: Omit<ParameterType, 'name'>): SqlType {
  return array ? arrayOf({ kind: type }) : { kind: type };
}

/** Types of parameters by their lower-case names. */
export function typesOfParameters(parameters: readonly ParameterType[]): ReadonlyMap<string, SqlType> {
  return new Map(parameters.map((each) => [each.name.toLowerCase(), typeOfParameter(each)]));
}
