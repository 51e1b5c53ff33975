import { type TextPosition, byPlace } from '../googlesql/tokens/text-position.js';
import { counted, printable } from '../errors/excerpt.js';

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

export function heading({ file, line, column, severity, code, message }: Problem, style: TextStyle): string {
  const place = paint('strong', `${printable(file)}:${line}:${column}`, style);
  return `${place}  ${paint(severity, `${severity} ${code}`, style)}  ${printable(message)}`;
}

/** Text in the color of its role, where colors are wanted. */
export function paint(role: Role, text: string, { colors }: TextStyle): string {
  return colors ? `\u001b[${COLORS[role]}m${text}\u001b[0m` : text;
}

const REASONS = new Map([
  ['EACCES', 'permission denied; let the user that Quern runs as read it'],
  ['EPERM', 'permission denied; let the user that Quern runs as read it'],
  ['ENOENT', 'it is a link to nothing, or has just been removed; remove the link, or mend what it leads to'],
  ['ELOOP', 'it is a link to itself; remove it'],
]);

/** The reason why the file system refused something, in a few words. */
export function failureText(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : 'unknown reason';
  return REASONS.get(code) ?? code;
}

/** Stable codes of all problems that an operator's file can have, with their meanings. */
export const PROBLEM_CODES = {
  file_unreadable: 'The file or folder cannot be read as text.',
  yaml_syntax: 'The file is not well-formed YAML.',
  yaml_unsupported: 'The file uses a part of YAML that endpoint files do not have, such as anchors or tags.',
  unknown_key: 'There is no such key at this place.',
  invalid_value: 'A value is missing, or not of the kind that its key takes.',
  conflicting_keys: 'Two keys do not go together, or not with these values.',
  duplicate: 'An id or a name is taken by another file, or something is in one file twice.',
  not_one_select: 'The query is not one SELECT, or cannot be read as SQL.',
  undeclared_parameter: 'The query uses a parameter that the file does not declare.',
  unused_parameter: 'The file declares a parameter that the query does not use.',
  volatile_function: 'A cached query depends on more than its parameters, the data and the clock.',
  clock_dependent:
    'A query with `refresh: on_change` reads the clock, so that its answer changes although its tables do not.',
  select_star: 'The query does not name the columns that it returns, and the file does not promise any.',
  unbounded_scan: 'The query reads every partition of a table.',
  query_refused: 'The engine does not take the query.',
  page_key: 'A parameter or a column cannot carry the end of a page over to the next one.',
  page_order: 'The ORDER BY, LIMIT or OFFSET of the query does not go with pages.',
  unchecked: 'The query could not be checked: the engine could not be asked, or a table that it reads cannot be read.',
  data_unreadable: 'A file of a table cannot be read; where it could before, its queries are those of then.',
  data_remark: 'A file or a column of the data is not read, or not as it is.',
  agent_instructions: 'A description that models read sounds like instructions to them.',
  dearer: 'A run would read more than so many times what was recorded, by `quern validate --against`.',
  columns_differ: 'The query returns other columns than the file promises.',
} as const;

export type ProblemCode = keyof typeof PROBLEM_CODES;

/** An error keeps the file from being served; a warning does not. */
export type Severity = 'error' | 'warning';
