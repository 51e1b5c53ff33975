import { counted } from '../errors/listing.js';
import { type Problem } from './problem.js';
import { byFileAndPlace, heading, paint, PLAIN, type TextStyle } from './problem-line.js';
import type { Severity } from './problem-codes.js';
import { sourceExcerpt } from './source-excerpt.js';

/** Columns of a line that are shown on the narrowest terminal. */
const MIN_ROOM = 20;

/**
 * All problems with their places and lines, in the order of the files, and a last line that counts them; nothing for none.
 */
export function problemText(problems: readonly Problem[], style = PLAIN): string {
  if (problems.length === 0) return '';
  const files = new Set(problems.map(({ file }) => file)).size;
  const blocks = [...problems].sort(byFileAndPlace).map((problem) => block(problem, style));
  return [...blocks, `${countProblems(problems)} in ${counted(files, 'file')}`].join('\n\n');
}

/** `1 error, 2 warnings`. */
export function countProblems(problems: readonly Problem[]): string {
  const of = (wanted: Severity) => problems.filter(({ severity }) => severity === wanted).length;
  return (['error', 'warning'] as const)
    .filter((severity) => of(severity) > 0)
    .map((severity) => counted(of(severity), severity))
    .join(', ');
}

function block(problem: Problem, style: TextStyle): string {
  const { line, column, severity, sourceLine = '' } = problem;
  // A caret below a blank line would point at nothing.
  if (sourceLine.trim() === '') return heading(problem, style);
  const gutter = `  ${line} | `;
  // Two columns are for the dots of a line that is cut.
  const room = Math.max(style.width - gutter.length - 2, MIN_ROOM);
  const { text, caret } = sourceExcerpt(sourceLine, column, room);
  return [
    heading(problem, style),
    `${paint('faint', gutter, style)}${text}`,
    `${paint('faint', `${' '.repeat(gutter.length - 2)}| `, style)}${caret.slice(0, -1)}${paint(severity, '^', style)}`,
  ].join('\n');
}
