import { type QueryContext, type RangeVariable, type Scope } from './scope.js';
import { UnknownName } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { NULL_LITERAL } from '../literals/literals.js';

/** Most unknown names that are reported for one query. */
const MAX_NAMES = 10;

/** The value of an unknown name, so that the next one is found: it fits wherever a value does. */
export const UNKNOWN: Expression = { ...NULL_LITERAL };

/** The unknown names of a query, in their order. The SQL that is compiled after the first one is dropped. */
export class UnknownNames {
  readonly found: UnknownName[] = [];

  note(error: UnknownName): void {
    const isNoted = this.found.some(({ line, column }) => line === error.line && column === error.column);
    if (!isNoted && this.found.length < MAX_NAMES) this.found.push(error);
  }

  get isFull(): boolean {
    return this.found.length >= MAX_NAMES;
  }
}

/** @throws the error unless the context collects unknown names */
export function unknownValue(error: UnknownName, { unknown }: QueryContext): Expression {
  if (!unknown || unknown.isFull) throw error;
  unknown.note(error);
  return UNKNOWN;
}

/** Whether a FROM item is unknown itself: every name could be a column of it. */
export function isUnknownItem({ columns, value }: RangeVariable): boolean {
  return columns.length === 0 && value === undefined;
}

/** Whether a name that is unknown here could be a column of an unknown table. */
export function mayBeOfUnknown({ variables, parent }: Scope): boolean {
  return variables.some(isUnknownItem) || (parent !== undefined && mayBeOfUnknown(parent));
}
