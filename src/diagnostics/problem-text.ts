import { printable } from '../errors/excerpt.js';
import { byPlace } from '../googlesql/tokens/text-position.js';
import { sourceExcerpt } from './source-excerpt.js';
import type { Problem } from './problem.js';
import type { Severity } from './problem-codes.js';

/** Where problems are shown. */
export interface TextStyle {
  readonly colors: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

export const PLAIN: TextStyle = { colors: false, width: 100 };

/** Columns of a line that are shown on the narrowest terminal. */
const LEAST_ROOM = 20;

/** Escape sequences of ECMA-48: bold, dim, red, yellow. */
const COLORS = { strong: 1, faint: 2, error: 31, warning: 33 };

/** A kind of text that has a color of its own. */
type Role = keyof typeof COLORS;

/**
 * Every problem with its place and the line that it is in, in the order of the files, and a last line that counts them;
 * nothing for none.
 */
export function problemText(problems: readonly Problem[], style = PLAIN): string {
  if (problems.length === 0) return '';
  const files = new Set(problems.map(({ file }) => file)).size;
  const blocks = [...problems].sort(byFileAndPlace).map((problem) => block(problem, style));
  return [...blocks, `${countProblems(problems)} in ${count(files, 'file')}`].join('\n\n');
}

/** A problem in one line, as editors and logs take it. */
export function problemLine(problem: Problem): string {
  return heading(problem, PLAIN);
}

/** `1 error, 2 warnings`. */
export function countProblems(problems: readonly Problem[]): string {
  const of = (wanted: Severity) => problems.filter(({ severity }) => severity === wanted).length;
  return (['error', 'warning'] as const)
    .filter((severity) => of(severity) > 0)
    .map((severity) => count(of(severity), severity))
    .join(', ');
}

export function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`;
}

export function byFileAndPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return byPlace(a, b);
}

function heading({ file, line, column, severity, code, message }: Problem, style: TextStyle): string {
  const place = paint('strong', `${printable(file)}:${line}:${column}`, style);
  return `${place}  ${paint(severity, `${severity} ${code}`, style)}  ${printable(message)}`;
}

function block(problem: Problem, style: TextStyle): string {
  const { line, column, severity, sourceLine = '' } = problem;
  // Below a blank line a caret would point at nothing.
  if (sourceLine.trim() === '') return heading(problem, style);
  const gutter = `  ${line} | `;
  // Two columns are for the dots of a line that is cut.
  const room = Math.max(style.width - gutter.length - 2, LEAST_ROOM);
  const { text, caret } = sourceExcerpt(sourceLine, column, room);
  return [
    heading(problem, style),
    `${paint('faint', gutter, style)}${text}`,
    `${paint('faint', `${' '.repeat(gutter.length - 2)}| `, style)}${caret.slice(0, -1)}${paint(severity, '^', style)}`,
  ].join('\n');
}

function paint(role: Role, text: string, { colors }: TextStyle): string {
  return colors ? `\u001b[${COLORS[role]}m${text}\u001b[0m` : text;
}
