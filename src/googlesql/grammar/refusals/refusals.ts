import { type TextPosition } from '../../tokens/text-position.js';
import { UnparsedQuery } from './unparsed-query.js';

/** An error for text that is no GoogleSQL. */
export function badSyntax({ line, column }: TextPosition, message: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message });
}

/** An error for text that may be GoogleSQL and is not known here. */
export function unknownSyntax({ line, column }: TextPosition, what: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message: what }, true);
}
