import { type UnknownName } from '../../../../googlesql/resolver/dialect-error.js';
import { noteUnknown } from '../../../../googlesql/resolver/names/unknown-names.js';
import { type Expression } from '../expression.js';
import { NULL_LITERAL } from '../literals/literals.js';
import { type QueryContext } from './scope.js';

/** The value of an unknown name, so that the next one is found: it fits wherever a value does. */
export const UNKNOWN: Expression = { ...NULL_LITERAL };

/** @throws the error unless the context collects unknown names */
export function unknownValue(error: UnknownName, { unknown }: QueryContext): Expression {
  noteUnknown(error, unknown);
  return UNKNOWN;
}
