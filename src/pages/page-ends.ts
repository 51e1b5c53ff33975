import { quote } from '../errors/excerpt.js';
import { QuernError } from '../errors/quern-error.js';
import { type Column, type JsonText } from '../engines/engine.js';
import { type PageKey } from '../endpoint-files/endpoint.js';
import { formatTimestamp, formatScalar } from '../parameters/scalar.js';
import { type ParameterBinding, type ScalarTypeName, type ScalarValue } from '../parameters/parameter.js';
import { parseValue } from '../parameters/parse-value.js';
import { cursorOf, type PagedEndpoint, timesOf } from './cursor.js';
import { type CachedResult } from '../cache/cached-result.js';
import { Turns } from '../engines/turns.js';

interface KeyValue {
  readonly key: PageKey;
  readonly text: string;
  readonly value: ScalarValue;
}

/**
 * The first and the last row of a page, from the runner's rows. The first must come after the place that the page was asked to begin
 * behind, since other rows would come twice; the last says where the next page begins.
 */
export class PageEnds {
  private columns: readonly Column[] = [];
  private first: readonly JsonText[] | undefined;
  private last: readonly JsonText[] | undefined;

  constructor(
    private readonly endpoint: PagedEndpoint,
    private readonly values: readonly ParameterBinding[],
  ) {}

  begin(columns: readonly Column[]): void {
    this.columns = columns;
    this.first = undefined;
    this.last = undefined;
  }

  add(row: readonly JsonText[]): boolean {
    this.first ??= row;
    this.last = row;
    return true;
  }

  /**
   * The cursor of the next page; undefined where there is none.
   *
   * @param hasMore whether there are rows behind these
   * @throws QuernError `broken_page`
   */
  next(hasMore: boolean): string | undefined {
    const { first, last } = this;
    if (!first || !last) {
      if (hasMore) throw broken('Not even one row has room on the page.');
      return undefined;
    }
    if (!isBehind(this.keyOf(first), this.values)) {
      throw broken('The first row does not come after the place where the page was to begin.');
    }
    if (!hasMore) return undefined;
    const texts = this.keyOf(last).map(({ text }) => text);
    const cursor = cursorOf(this.endpoint, [...texts, ...this.times()]);
    if (cursor === undefined) throw broken('The last row’s key is too long for a cursor.');
    return cursor;
  }

  private times(): readonly string[] {
    const names = timesOf(this.endpoint);
    return this.values.flatMap(({ declaration: { name, type }, value }) =>
      names.includes(name) ? [formatScalar(type, value as ScalarValue)] : [],
    );
  }

  private keyOf(row: readonly JsonText[]): readonly KeyValue[] {
    return this.endpoint.page.map((key): KeyValue => {
      const text = row[this.columns.findIndex(({ name }) => name === key.column)];
      if (text === undefined) throw broken(`There is no column ${quote(key.column)}.`);
      return { key, ...valueOf(key, text, this.values) };
    });
  }
}

/** A column's value as the parameter takes it, by the same rules as any caller's: a caller will send it back. */
function valueOf(
  { column, parameter }: PageKey,
  json: JsonText,
  values: readonly ParameterBinding[],
): Pick<KeyValue, 'text' | 'value'> {
  const declaration = values.find((each) => each.declaration.name === parameter)?.declaration;
  const text = declaration && parameterText(declaration.type, json);
  const parsed = declaration && text !== undefined ? parseValue(declaration, text) : { problem: '' };
  if (text === undefined || 'problem' in parsed) {
    throw broken(`A value of ${quote(column)} is none that ${quote(parameter)} takes.`);
  }
  return { text, value: parsed.value };
}

const WHOLE_NUMBER = /^-?\d+$/;

/** JSON of a column of the parameter's type, as a URL would have it. TIMESTAMP may be microseconds. */
function parameterText(type: ScalarTypeName, json: JsonText): string {
  const text = String(JSON.parse(json.startsWith('"') ? json : `"${json}"`));
  return type === 'timestamp' && WHOLE_NUMBER.test(text) ? formatTimestamp(BigInt(text)) : text;
}

/** Whether a row comes after the place that the call names, in the order of the page. A call that names no whole place begins anywhere. */
function isBehind(row: readonly KeyValue[], values: readonly ParameterBinding[]): boolean {
  for (const { key, value } of row) {
    const place = values.find(({ declaration }) => declaration.name === key.parameter)?.value;
    if (place === null || place === undefined || typeof place === 'object') return true;
    const comparison = compare(value, place);
    if (comparison !== 0) return comparison > 0 !== key.descending;
  }
  return false;
}

/** Compares two values of one type, text as GoogleSQL does: by its characters, which UTF-8 keeps in their order, and UTF-16 does not. */
function compare(one: ScalarValue, other: ScalarValue): number {
  if (typeof one === 'string' && typeof other === 'string') return Buffer.compare(Buffer.from(one), Buffer.from(other));
  return one < other ? -1 : Number(one > other);
}

function broken(detail: string): QuernError {
  return new QuernError('broken_page', detail);
}

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const OPENING: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSING: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Rows between two noted places: searching on from one takes no time, and all notes are little beside the rows. */
const STRIDE = 64;

/** Bytes in front of the first row. */
export const HEAD = Buffer.from('{"result":[');

const known = new WeakMap<Buffer, Promise<readonly number[]>>();

/** Finds where the bytes of some rows of a body begin and end; from 0 to the number of rows. */
export async function placesOf({ body, rows }: CachedResult, from: number, to: number): Promise<[number, number]> {
  if (from >= to) return [HEAD.length, HEAD.length];
  let marks = known.get(body);
  if (!marks) {
    marks = readMarks(body, rows);
    known.set(body, marks);
  }
  const start = startOf(body, await marks, from);
  return [start, startOf(body, await marks, to - 1, skipRow)];
}

/** Reads a whole body once, in turns with others. */
async function readMarks(body: Buffer, rows: number): Promise<readonly number[]> {
  const marks: number[] = [];
  const turns = new Turns();
  let place = HEAD.length;
  for (let row = 0; row < rows; row += 1) {
    if (row % STRIDE === 0) {
      marks.push(place);
      if (turns.isOver()) await turns.next();
    }
    place = skipComma(body, skipRow(body, place));
  }
  return marks;
}

function startOf(
  body: Buffer,
  marks: readonly number[],
  row: number,
  then: (body: Buffer, place: number) => number = (_, place) => place,
): number {
  let place = marks[Math.floor(row / STRIDE)] ?? HEAD.length;
  for (let skipped = 0; skipped < row % STRIDE; skipped += 1) place = skipComma(body, skipRow(body, place));
  return then(body, place);
}

function skipComma(body: Buffer, place: number): number {
  return body[place] === COMMA ? place + 1 : place;
}

/** The place behind the object that begins at `begin`. */
function skipRow(body: Buffer, begin: number): number {
  let depth = 0;
  for (let place = begin; place < body.length; place += 1) {
    const byte = body[place] ?? 0;
    if (byte === QUOTE) place = endOfText(body, place);
    else if (OPENING.has(byte)) depth += 1;
    else if (CLOSING.has(byte)) depth -= 1;
    if (depth === 0) return place + 1;
  }
  return body.length;
}

/** The quote that ends the text which begins at `begin`. */
function endOfText(body: Buffer, begin: number): number {
  let end = body.indexOf(QUOTE, begin + 1);
  while (end > 0 && isEscaped(body, end)) end = body.indexOf(QUOTE, end + 1);
  return end < 0 ? body.length : end;
}

function isEscaped(body: Buffer, place: number): boolean {
  let backslashes = 0;
  while (body[place - 1 - backslashes] === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}
