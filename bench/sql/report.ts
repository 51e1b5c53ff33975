import { type Case, REQUIRED } from './cases.js';
import { type Figures } from './measure.js';

export interface Measurement extends Figures {
  readonly store: string;
  readonly given: Case;
}

const HEAD = ['store', 'endpoint', 'parameters', 'compiled ms', 'hand-written ms', 'ratio', ''];

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
  const widths = HEAD.map((head, index) => Math.max(...[head, ...rows.map((row) => row[index] ?? '')].map(length)));
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, index) =>
        index >= 3 && index <= 5 ? cell.padStart(widths[index] ?? 0) : cell.padEnd(widths[index] ?? 0),
      )
      .join('  ')
      .trimEnd();
  const required = Object.entries(REQUIRED).map(([endpoint, most]) => `${endpoint} at most ${most}`);
  const missed = measurements.filter(isMissed).length;
  const verdict = missed === 0 ? 'kept' : `missed by ${missed} of ${measurements.length}`;
  return [
    line(HEAD),
    ...rows.map(line),
    '',
    'The ratio is the median over the rounds, each of which ran both sides.',
    `Required: ${required.join(', ')}: ${verdict}.`,
  ].join('\n');
}

export function isMissed({ given, ratio }: Measurement): boolean {
  return ratio > (REQUIRED[given.endpoint] ?? 1);
}

function length(text: string): number {
  return text.length;
}
