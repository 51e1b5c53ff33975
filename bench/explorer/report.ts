import { type Figures } from '../sql/measure.js';
import { tableLines } from '../sql/table.js';
import { type Case } from './cases.js';

export interface Measurement extends Figures {
  readonly store: string;
  readonly given: Case;
}

/** How many times the hand-written query's time a caller's may take. */
const MOST = 2;

const HEAD = ['store', 'query', 'compiled ms', 'hand-written ms', 'ratio', ''];
const NUMBERS = ['compiled ms', 'hand-written ms', 'ratio'];

/** The table, and below it the requirement and whether it is kept. */
export function report(measurements: readonly Measurement[]): string {
  const rows = measurements.map((each) => [
    each.store,
    each.given.name,
    each.compiledMs.toFixed(1),
    each.handWrittenMs.toFixed(1),
    each.ratio.toFixed(2),
    isMissed(each) ? 'missed' : '',
  ]);
  const missed = measurements.filter(isMissed).length;
  const verdict = missed === 0 ? 'kept' : `missed by ${missed} of ${measurements.length}`;
  return [
    ...tableLines(HEAD, rows, NUMBERS),
    '',
    'The ratio is the median over the rounds, each of which ran both sides.',
    `Required: at most ${MOST} each: ${verdict}.`,
  ].join('\n');
}

export function isMissed({ ratio }: Measurement): boolean {
  return ratio > MOST;
}
