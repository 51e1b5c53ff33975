import { type CachedResult } from '../cache/cached-result.js';
import { type JsonText } from '../engines/engine.js';
import { Turns } from '../engines/turns.js';

const [QUOTE, BACKSLASH, COMMA, OPENING, CLOSING] = [0x22, 0x5c, 0x2c, 0x7b, 0x7d];

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
  return [startOf(body, await marks, from), skipRow(body, startOf(body, await marks, to - 1))];
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

function startOf(body: Buffer, marks: readonly number[], row: number): number {
  let place = marks[Math.floor(row / STRIDE)] ?? HEAD.length;
  for (let skipped = 0; skipped < row % STRIDE; skipped += 1) place = skipComma(body, skipRow(body, place));
  return place;
}

function skipComma(body: Buffer, place: number): number {
  return body[place] === COMMA ? place + 1 : place;
}

/** Each row of a body as its JSON text, one after the other: text of the whole body would take its bytes once or twice again. */
export function* rowTexts(body: Buffer): Generator<JsonText> {
  let place = HEAD.length;
  while (body[place] === OPENING) {
    const end = skipRow(body, place);
    yield body.toString('utf8', place, end);
    place = skipComma(body, end);
  }
}

/** The place behind the object that begins at `begin`. */
function skipRow(body: Buffer, begin: number): number {
  let depth = 0;
  for (let place = begin; place < body.length; place += 1) {
    const byte = body[place];
    if (byte === QUOTE) place = endOfText(body, place);
    else if (byte === OPENING) depth += 1;
    else if (byte === CLOSING && (depth -= 1) === 0) return place + 1;
  }
  throw new Error('a body ends within a row');
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
