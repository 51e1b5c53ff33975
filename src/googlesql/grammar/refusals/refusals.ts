import { type TextPosition } from '../../tokens/text-position.js';
import { UnparsedQuery } from './unparsed-query.js';

/** What is no GoogleSQL. */
export function badSyntax({ line, column }: TextPosition, message: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message });
}

/** What may be GoogleSQL and is not known here. */
export function unknownSyntax({ line, column }: TextPosition, what: string): UnparsedQuery {
  return new UnparsedQuery({ line, column, message: what }, true);
}
