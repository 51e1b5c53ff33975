import { readFile, writeFile } from 'node:fs/promises';
import { isMap, isScalar, isSeq, type Node, type Pair, parseDocument, stringify, type YAMLMap } from 'yaml';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { checkOutcome, type ResultRow } from './check-outcome.js';
import { isNothingExpected } from './differences.js';
import type { TestResult } from './run-tests.js';

/** Rows of answers to write into cases whose expected rows differ; the first engine's rows where several run a case. */
export class RowUpdates {
  /** Rows to write, by case; undefined for a case that stays as it is. */
  private readonly rows = new Map<EndpointTest, readonly ResultRow[] | undefined>();

  /** Takes note of a result. Returns whether it has failed and would pass with the rows that are to be written. */
  repairs(result: TestResult): boolean {
    const { test, outcome, failures } = result;
    if (!this.rows.has(test)) this.rows.set(test, rowsFor(result));
    const rows = this.rows.get(test);
    return failures.length > 0 && rows !== undefined && checkOutcome({ ...test.expected, rows }, outcome).length === 0;
  }

  /** Writes the rows into the files. Returns the number of cases that were written, by file. */
  async write(): Promise<ReadonlyMap<string, number>> {
    const files = new Map<string, Map<string, readonly ResultRow[]>>();
    for (const [{ name, where }, rows] of this.rows) {
      if (rows)
        files.set(where.file, (files.get(where.file) ?? new Map<string, readonly ResultRow[]>()).set(name, rows));
    }
    for (const [file, rows] of files) await writeFile(file, updateRows(await readFile(file, 'utf8'), rows));
    return new Map(Array.from(files, ([file, rows]) => [file, rows.size]));
  }
}

/** The rows to write for a case that expects rows or nothing yet, and has got rows. */
function rowsFor({ test: { expected }, outcome, failures }: TestResult): readonly ResultRow[] | undefined {
  const { rows, rowCount, columns, error } = expected;
  const isOfRows = rows !== undefined || [rowCount, columns, error].every((each) => each === undefined);
  return failures.length > 0 && isOfRows && 'rows' in outcome ? outcome.rows : undefined;
}

interface RowsEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

const KEYS = ['rows', 'rows_unordered'];
const MAX_WIDTH = 120;

/** Writes rows into the cases of a file, by the cases' names. Only the lines of these rows change; all others stay as they are written. */
function updateRows(text: string, updates: ReadonlyMap<string, readonly ResultRow[]>): string {
  const tests = parseDocument(text).get('tests');
  const cases = isSeq(tests) ? tests.items.filter((item) => isMap(item)) : [];
  const edits = cases.flatMap((each) => {
    const rows = updates.get(String(each.get('name')));
    return rows ? [editOf(text, each, rows)] : [];
  });
  // Edits go from the last to the first, so that offsets stay as they are.
  return edits.reduceRight((edited, edit) => edited.slice(0, edit.start) + edit.text + edited.slice(edit.end), text);
}

/** Replaces the rows that the case has, or else adds rows behind its last key. */
function editOf(text: string, map: YAMLMap, rows: readonly ResultRow[]): RowsEdit {
  const pair = map.items.find(({ key }) => isScalar(key) && KEYS.includes(String(key.value)));
  const first = map.items[0]?.key as Node;
  if (map.flow)
    throw new Error('the case is written in braces; write its keys on lines of their own to have it updated');
  const indent = columnOf(text, startOf(first));
  if (pair) {
    const colon = text.indexOf(':', endOf(text, pair.key as Node)) + 1;
    return { start: colon, end: Math.max(colon, endOf(text, pair.value as Node)), text: rowsText(rows, indent) };
  }
  const { key, value } = map.items.at(-1) as Pair<Node, Node | null>;
  // A comment behind the last key stays behind it.
  const lineEnd = text.indexOf('\n', endOf(text, value ?? key));
  const last = lineEnd === -1 ? text.length : lineEnd;
  return { start: last, end: last, text: `\n${' '.repeat(indent)}rows:${rowsText(rows, indent)}` };
}

function rowsText(rows: readonly ResultRow[], indent: number): string {
  if (rows.length === 0) return ' []';
  return rows.map((row) => `\n${rowText(compact(row) as ResultRow, indent + 2)}`).join('');
}

/** A row in one line where it fits, as a person would write it. */
function rowText(row: ResultRow, indent: number): string {
  const blanks = ' '.repeat(indent);
  const line = stringify(row, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
  if (blanks.length + line.length + 2 <= MAX_WIDTH) return `${blanks}- ${line}`;
  const block = stringify(row, { lineWidth: 0 }).trimEnd();
  return `${blanks}- ${block.replaceAll('\n', `\n${blanks}  `)}`;
}

/** The value without NULL and empty ones, since a field that is left out is expected to be just that. */
function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).filter(([, each]) => !isNothingExpected(each));
  return Object.fromEntries(fields.map(([name, each]) => [name, compact(each)]));
}

function startOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** The end of a node; the parser counts the blank lines behind a block as part of it. */
function endOf(text: string, { range }: Node): number {
  return text.slice(0, range?.[1] ?? 0).trimEnd().length;
}

function columnOf(text: string, offset: number): number {
  return offset - (text.lastIndexOf('\n', offset - 1) + 1);
}
