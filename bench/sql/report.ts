import { type Case, REQUIRED } from './cases.js';
import { type Figures } from './measure.js';
import { tableLines } from './table.js';

export interface Measurement extends Figures {
  readonly store: string;
  readonly given: Case;
}

const HEAD = ['store', 'endpoint', 'parameters', 'compiled ms', 'hand-written ms', 'ratio', ''];
const NUMBERS = ['compiled ms', 'hand-written ms', 'ratio'];

/** The table, and below it the requirement and whether it is kept. */
export function report(measurements: readonly Measurement[]): string {
  const rows = measurements.map((each) => [
    each.store,
    each.given.endpoint,
    Object.entries(each.given.parameters)
      .map(([name, value]) => `${name}=${value}`)
      .join(' '),
    each.compiledMs.toFixed(1),
    each.handWrittenMs.toFixed(1),
    each.ratio.toFixed(2),
    isMissed(each) ? 'missed' : '',
  ]);
  const required = Object.entries(REQUIRED).map(([endpoint, most]) => `${endpoint} at most ${most}`);
  const missed = measurements.filter(isMissed).length;
  const verdict = missed === 0 ? 'kept' : `missed by ${missed} of ${measurements.length}`;
  return [
    ...tableLines(HEAD, rows, NUMBERS),
    '',
    'The ratio is the median over the rounds, each of which ran both sides.',
    `Required: ${required.join(', ')}: ${verdict}.`,
  ].join('\n');
}

export function isMissed({ given, ratio }: Measurement): boolean {
  return ratio > (REQUIRED[given.endpoint] ?? 1);
}
