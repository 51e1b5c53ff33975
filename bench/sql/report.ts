import { type Figures } from './measure.js';
import { tableLines } from './table.js';

export interface Measurement extends Figures {
  readonly store: string;
  /** Which query it is: a cell for each of the table's columns that say so. */
  readonly query: readonly string[];
  /** What the ratio may be. */
  readonly most: number;
}

const NUMBERS = ['compiled ms', 'hand-written ms', 'ratio', 'at most'];

/** The table, and below it whether what is required is kept. */
export function report(measurements: readonly Measurement[], columns: readonly string[]): string {
  const rows = measurements.map((each) => [
    each.store,
    ...each.query,
    each.compiledMs.toFixed(1),
    each.handWrittenMs.toFixed(1),
    each.ratio.toFixed(2),
    String(each.most),
    isMissed(each) ? 'missed' : '',
  ]);
  const missed = measurements.filter(isMissed).length;
  const verdict = missed === 0 ? 'kept' : `missed by ${missed} of ${measurements.length}`;
  return [
    ...tableLines(['store', ...columns, ...NUMBERS, ''], rows, NUMBERS),
    '',
    'The ratio is the median over the rounds, each of which ran both sides.',
    `What is required: ${verdict}.`,
  ].join('\n');
}

export function isMissed({ most, ratio }: Measurement): boolean {
  return ratio > most;
}
