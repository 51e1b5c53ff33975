import type { Token, UnknownNode } from 'bq2cst';
import { BrokenParser, ParserInstance } from './parser-instance.js';

let instance: ParserInstance | undefined;

/** @throws BrokenParser, or what is wrong with the text: an object with the place */
export function parse(sql: string): UnknownNode[] {
  return reading((parser) => parser.parse(sql));
}

/** @throws as `parse` does */
export function tokenize(sql: string): Token[] {
  return reading((parser) => parser.tokenize(sql));
}

/** What a text has broken is lost to that text alone: the next one is read by another instance, which is made in a millisecond. */
function reading<T>(read: (parser: ParserInstance) => T): T {
  try {
    return read((instance ??= new ParserInstance()));
  } catch (error) {
    if (error instanceof BrokenParser) instance = undefined;
    throw error;
  }
}
