import { type Aliases } from '../names/aliases.js';
import { derivedTable } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type RangeVariable } from '../names/scope.js';
import { type Unnest } from '../queries/unnest.js';
import { present } from './held-record.js';
import { NOTHING, SQL } from '../sql-tree/sql.js';
import { INT64 } from '../../../../googlesql/types/types.js';

/**
 * A join with an array of one record at most, which joins each row to that. Nothing has to be unnested then: the fields are read in place,
 * so that DuckDB reads no others, and applies conditions on them as it scans the table. Undefined for other arrays.
 */
export function joinedRecord(
  left: Relation,
  { name, offsetName, array }: Unnest,
  isOuter: boolean,
  aliases: Aliases,
): Relation | undefined {
  const { record } = array;
  if (!record?.held) return undefined;
  const { presence } = record.held;
  const element: RangeVariable = { name, columns: [], value: record };
  const withElement = (variable: RangeVariable) => ({ ...left, variables: [...left.variables, variable] });
  const isKept = isOuter || presence === undefined;
  if (offsetName === undefined && isKept) return withElement(element);
  const zero = SQL`CAST(0 AS BIGINT)`;
  const offset = isOuter && presence ? SQL`CASE WHEN ${presence} THEN ${zero} END` : zero;
  const columns = offsetName === undefined ? [] : [{ name: offsetName, type: INT64, sql: offset }];
  const alias = aliases.next(name ?? 'unnest');
  const value = isOuter ? record : (present(record) ?? record);
  const where = isKept ? NOTHING : SQL` WHERE ${presence}`;
  return derivedTable(withElement({ ...element, columns, value }), alias, [], where);
}
