import { type QueryNode } from '../../ast/nodes.js';
import { DialectError } from '../dialect-error.js';
import { type NamedTables, type TableColumns } from '../tables.js';
import { answerOf } from './answer.js';
import { Resolution } from './resolution.js';

/**
 * The facts about a query that may read any tables and call any functions, as far as they can be known. Undefined for a query that GoogleSQL
 * does not take, whatever these are, and for some that the embedded engine lacks. @param known columns of some tables, which may have others
 */
export function lenientResolution(
  statement: QueryNode,
  known: ReadonlyMap<string, TableColumns['columns']>,
): Resolution | undefined {
  const resolution = new Resolution();
  const partial = Array.from(known, ([name, columns]): [string, TableColumns] => [name, { columns, isPartial: true }]);
  const about = { noTables: new Map<string, string>(), hasOthers: true };
  const tables: NamedTables = Object.assign(new Map(partial), { about });
  try {
    answerOf(statement, { tables, parameters: new Map(), isLenient: true, resolution });
    return resolution;
  } catch (error) {
    if (error instanceof DialectError) return undefined;
    throw error;
  }
}
