import { counted } from '../../errors/listing.js';
import { type Terminal } from '../command-context.js';
import { type RowsTarget } from '../output/rows-target.js';
import { writeAnswer } from '../output/write-rows.js';
import { type SqlAnswer } from './run-query.js';

/**
 * Shows rows; writes their number, the time, and whether there were more to standard error.
 *
 * @param isTold whether it does so for every format
 */
export async function showResult(
  err: Terminal,
  answer: SqlAnswer,
  target: RowsTarget,
  isTold = target.format === 'table',
): Promise<void> {
  await writeAnswer(answer, target);
  const more = answer.truncated ? ', and there are more (--max-rows)' : '';
  const rows = counted(answer.rows, 'row');
  if (isTold) err.write(`${rows} in ${answer.milliseconds.toFixed(0)} ms${billed(answer)}${more}\n`);
  else if (answer.truncated) err.write(`${rows}${more}\n`);
}

/** The bill of an engine that is paid for. */
function billed({ bytesBilled }: SqlAnswer): string {
  return bytesBilled === undefined ? '' : `, ${bytesBilled.toLocaleString('en')} bytes billed`;
}
