import { choice } from '../../../errors/listing.js';
import { type TextPosition } from '../../../googlesql/tokens/text-position.js';

/** GoogleSQL that the embedded engine does not take; `line` and `column` count from 1 in the author's text. */
export class DialectError extends Error {
  override readonly name = 'DialectError';

  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
    /** The name that is none of a table, for a reason that is known. */
    readonly noTable?: string,
  ) {
    super(message);
  }
}

/** A name that means nothing where it stands. */
export class UnknownName extends DialectError {
  constructor(
    { line, column }: TextPosition,
    message: string,
    readonly unknown: string,
    /** What could be named there instead, the nearest first. */
    readonly inScope: readonly string[] = [],
    /** Where it is instead: ` It is deeper: …`. */
    readonly deeper?: string,
  ) {
    super(line, column, message);
  }

  /** The message, with what was probably meant and what there is. */
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

/** Characters of a message: it lists types of the text's own making, of which there can be thousands. */
const MAX_MESSAGE_LENGTH = 2000;

/** What the embedded engine lacks, where it is not at fault: it is asked what a query of another engine means. */
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
