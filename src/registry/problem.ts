import type { TextPosition } from '../sql/text-position.js';
import type { ProblemCode, Severity } from './problem-codes.js';

/** Something that is wrong with an endpoint file. */
export interface Problem extends TextPosition {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly file: string;
  /** What is wrong and what to write instead. */
  readonly message: string;
}

/** Collects what is wrong with one file, so that all of it is reported at once. */
export class Problems {
  readonly #list: Problem[] = [];

  constructor(readonly file: string) {}

  get list(): readonly Problem[] {
    return this.#list;
  }

  /** Is there one that keeps the file from being served? */
  get hasError(): boolean {
    return this.#list.some(({ severity }) => severity === 'error');
  }

  add(code: ProblemCode, { line, column }: TextPosition, message: string, severity: Severity = 'error'): void {
    this.#list.push({ code, severity, file: this.file, line, column, message });
  }
}

/** One line for each problem, in the order of the files, and a last line that counts them; nothing for none. */
export function formatProblems(problems: readonly Problem[]): string {
  if (problems.length === 0) return '';
  const lines = [...problems]
    .sort(byPlace)
    .map(({ file, line, column, message }) => `${file}:${line}:${column}  ${message}`);
  const files = new Set(problems.map(({ file }) => file)).size;
  return [...lines, '', `${count(problems.length, 'problem')} in ${count(files, 'file')}`].join('\n');
}

function byPlace(a: Problem, b: Problem): number {
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}

function count(many: number, noun: string): string {
  return `${many} ${noun}${many === 1 ? '' : 's'}`;
}
