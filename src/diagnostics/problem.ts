import { TEXT_START, type TextPosition } from '../googlesql/tokens/text-position.js';
import { counted } from '../errors/listing.js';
import { type ProblemCode, type Severity } from './problem-codes.js';

export interface FilePlace extends TextPosition {
  readonly file: string;
  /** Line as it was when the file was read, since the file may change while the problem is shown. */
  readonly sourceLine?: string | undefined;
}

export interface Problem extends FilePlace {
  readonly code: ProblemCode;
  readonly severity: Severity;
  readonly message: string;
}

export function isError({ severity }: Pick<Problem, 'severity'>): boolean {
  return severity === 'error';
}

/** A file or folder that cannot be read, or is not there. */
export function unreadableFile(file: string, message: string): Problem {
  return { code: 'file_unreadable', severity: 'error', file, ...TEXT_START, message };
}

/** Most problems that are reported of one file: a broken file of a megabyte can have hundreds of thousands. */
const MOST_TOLD = 20;

/** The first problems of a file, and one that counts the others: an error where there is one among them. */
export function firstProblems(all: readonly Problem[]): readonly Problem[] {
  const others = all.slice(MOST_TOLD);
  const [first] = others;
  if (!first) return all;
  const severity = others.some(isError) ? 'error' : 'warning';
  const message = `and ${counted(others.length, 'more problem')} from here on; correct the first ${MOST_TOLD}`;
  return [...all.slice(0, MOST_TOLD), { ...first, severity, message }];
}

/** Collects the problems of one file, so that all of them are reported at once. */
export class Problems {
  readonly #list: Problem[] = [];
  #lines: readonly string[] | undefined;

  /** @param text content of the file, where it could be read */
  constructor(
    readonly file: string,
    readonly text?: string,
  ) {}

  /** First problems; a last one says how many more there are. */
  get list(): readonly Problem[] {
    return firstProblems(this.#list);
  }

  get count(): number {
    return this.#list.length;
  }

  get hasError(): boolean {
    return this.#list.some(isError);
  }

  add(code: ProblemCode, place: TextPosition, message: string, severity: Severity = 'error'): void {
    this.#list.push({ code, severity, ...this.place(place), message });
  }

  /** The place with its file and its line. */
  place({ line, column }: TextPosition): FilePlace {
    this.#lines ??= this.text?.split('\n');
    return { file: this.file, line, column, sourceLine: this.#lines?.[line - 1] };
  }
}
