import { type Argument, type ScalarArgument, type ScalarType } from '../engine.js';
import { datetimeText } from '../json-values.js';
import { type QueryParameter } from './rest.js';

/** Named parameters as the REST interface takes them. Each has its type, which NULL and empty arrays do not show. */
export function queryParameters(given: readonly Argument[]): readonly QueryParameter[] {
  return given.map(({ name, type, array, value }): QueryParameter => {
    if (!array) {
      const text = value === null ? null : parameterText(type, value as ScalarArgument);
      return { name, parameterType: { type }, parameterValue: { value: text } };
    }
    const parameterType = { type: 'ARRAY', arrayType: { type } };
    if (value === null) return { name, parameterType, parameterValue: {} };
    const arrayValues = (value as readonly ScalarArgument[]).map((each) => ({ value: parameterText(type, each) }));
    return { name, parameterType, parameterValue: { arrayValues } };
  });
}

function parameterText(type: ScalarType, value: ScalarArgument): string {
  return type === 'TIMESTAMP' ? `${datetimeText(value as bigint).replace('T', ' ')}+00:00` : String(value);
}
