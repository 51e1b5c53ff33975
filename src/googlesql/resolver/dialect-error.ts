import { choice } from '../../errors/listing.js';
import { type TextPosition } from '../tokens/text-position.js';

/** GoogleSQL that the embedded engine does not take; `line` and `column` count from 1 in the author's text. */
export class DialectError extends Error {
  override readonly name = 'DialectError';

  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
    /** Name that is no table's, for a known reason. */
    readonly noTable?: string,
  ) {
    super(message);
  }
}

/** The error of an unknown name. */
export class UnknownName extends DialectError {
  constructor(
    { line, column }: TextPosition,
    message: string,
    readonly unknown: string,
    /** Names in scope there, the nearest first. */
    readonly inScope: readonly string[] = [],
    /** Place of the name elsewhere: ` It is deeper: …`. */
    readonly deeper?: string,
  ) {
    super(line, column, message);
  }

  /** Returns the message, with the probable name and those in scope. */
  explained(others: readonly string[] = []): string {
    if (this.deeper !== undefined) return `${this.message}.${this.deeper}`;
    const names = [...new Set([...this.inScope, ...others])];
    if (names.length === 0) return this.message;
    return `${this.message}.${choice(this.unknown, names)}`;
  }
}

export class UnknownTable extends UnknownName {}

/** A name by itself, or one behind that of a FROM item. */
export class UnknownColumn extends UnknownName {}

/** Longest message: it lists types that the text itself may have made up, by the thousand. */
const MAX_MESSAGE_LENGTH = 2000;

/** Text for a gap of the embedded engine, where the query is not at fault: it may be asked about a query of another engine. */
export const NOT_HERE = 'is not supported by the embedded engine';

/** Bad GoogleSQL at a place in the text. */
export function errorAt({ line, column }: TextPosition, message: string, noTable?: string): DialectError {
  const shown = message.length > MAX_MESSAGE_LENGTH ? `${message.slice(0, MAX_MESSAGE_LENGTH)}…` : message;
  return new DialectError(line, column, shown, noTable);
}

/** GoogleSQL that BigQuery takes and the embedded engine does not, at a place in the text. */
export function unsupportedAt(place: TextPosition, what: string, remedy = ''): DialectError {
  return errorAt(place, `${what} ${NOT_HERE}${remedy}`);
}
