import { printable } from '../errors/excerpt.js';
import { counted, listing } from '../errors/listing.js';
import { type Problem } from './problem.js';
import { byFileAndPlace, heading, headingAt, paint, PLAIN, type TextStyle } from './problem-line.js';
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
  const blocks = alike([...problems].sort(byFileAndPlace)).map(([first, ...others]) =>
    others.length === 0 ? block(first, style) : sharedBlock([first, ...others], style),
  );
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

type Alike = [Problem, ...Problem[]];

/** What could not be checked, put together by its reason: it has nothing to do with a place in a file. Any other problem is by itself. */
function alike(problems: readonly Problem[]): readonly Alike[] {
  const groups = new Map<unknown, Alike>();
  for (const problem of problems) {
    const key = problem.code === 'unchecked' ? problem.message : problem;
    const group = groups.get(key);
    if (group) group.push(problem);
    else groups.set(key, [problem]);
  }
  return [...groups.values()];
}

/** One problem of several files, with their names. */
function sharedBlock(problems: Alike, style: TextStyle): string {
  const files = problems.map(({ file }) => file);
  return `${headingAt(counted(files.length, 'file'), problems[0], style)}\n  ${listing(files, printable)}`;
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
