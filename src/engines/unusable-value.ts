import { listing } from '../errors/listing.js';
import { QuernError } from '../errors/quern-error.js';
import { type Argument } from './engine.js';

/** The caller's mistake: the query cannot work with these parameters' values, whatever the data. The reason names no value. */
export function unusableValue(parameters: readonly string[], reason: string | undefined, cause: unknown): QuernError {
  const whose = `value${parameters.length === 1 ? '' : 's'} of ${listing(parameters.map((name) => `"${name}"`))}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  return new QuernError('invalid_value', `The query cannot work with the ${whose}${why}.`, { cause });
}

/** Whether a pattern may come from the caller, where it cannot be seen from which operand. */
export function hasText(values: readonly Argument[]): boolean {
  return values.some(({ type, value }) => type === 'STRING' && value !== null);
}
