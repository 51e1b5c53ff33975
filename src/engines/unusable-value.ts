import { listing } from '../errors/listing.js';
import { QuernError } from '../errors/quern-error.js';
import { type Argument, type Statement } from './engine.js';

/** Detail for a pattern that the engine cannot read; it may be a parameter's value, or of the caller's own SQL. */
export const BAD_PATTERN =
  'A regular expression cannot be read (RE2 syntax); look at the parameter or the SQL that you sent.';

/**
 * The caller's mistake: the query cannot work with these parameters' values, over any data. The reason names no value.
 *
 * @param written the parameters as the query writes them
 */
export function unusableValue(
  written: readonly string[],
  { parameters }: Pick<Statement, 'parameters'>,
  reason: string | undefined,
  cause: unknown,
): QuernError {
  const wanted = new Set(written.map((name) => name.toLowerCase()));
  const names = parameters.map(({ name }) => name).filter((name) => wanted.has(name.toLowerCase()));
  const whose = `value${names.length === 1 ? '' : 's'} of ${listing(names.map((name) => `"${name}"`))}`;
  const why = reason === undefined ? '' : `: ${reason}`;
  return new QuernError('invalid_value', `The query cannot work with the ${whose}${why}.`, { cause });
}

/** Whether a pattern may come from the caller, where it cannot be seen from which operand. */
export function hasText(values: readonly Argument[]): boolean {
  return values.some(({ type, value }) => type === 'STRING' && value !== null);
}
