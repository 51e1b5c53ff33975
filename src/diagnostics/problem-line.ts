import { printable } from '../errors/excerpt.js';
import { byPlace } from '../googlesql/tokens/text-position.js';
import type { Problem } from './problem.js';

export interface TextStyle {
  readonly colors: boolean;
  readonly width: number;
}

export const PLAIN: TextStyle = { colors: false, width: 100 };

/** Escape sequences of ECMA-48: bold, dim, red, yellow. */
const COLORS = { strong: 1, faint: 2, error: 31, warning: 33 };

/** A kind of text that has a color of its own. */
type Role = keyof typeof COLORS;

/** A problem in one line, as editors and logs take it. */
export function problemLine(problem: Problem): string {
  return heading(problem, PLAIN);
}

export function byFileAndPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return byPlace(a, b);
}

export function heading(problem: Problem, style: TextStyle): string {
  const { file, line, column } = problem;
  return headingAt(`${printable(file)}:${line}:${column}`, problem, style);
}

/** A problem that has another place than its own. */
export function headingAt(where: string, { severity, code, message }: Problem, style: TextStyle): string {
  return `${paint('strong', where, style)}  ${paint(severity, `${severity} ${code}`, style)}  ${printable(message)}`;
}

/** Text in the color of its role, where colors are wanted. */
export function paint(role: Role, text: string, { colors }: TextStyle): string {
  return colors ? `\u001b[${COLORS[role]}m${text}\u001b[0m` : text;
}
