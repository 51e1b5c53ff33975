import { aggregateIn, callsIn, windowIn } from '../../../../googlesql/resolver/aggregation.js';
import { type QueryNode, type FromNode, type SelectNode } from '../../../../googlesql/ast/nodes.js';
import { RANDOM_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { type RecordQuery } from '../compiler.js';
import { type RangeVariable, Scope } from '../names/scope.js';
import { present } from './held-record.js';
import { readUnnest } from '../queries/unnest.js';
import { definiteType } from '../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql } from '../sql-tree/sql.js';
import { selectItems, settledSql } from '../queries/outputs.js';

/**
 * `(SELECT m.x FROM UNNEST(metadata) AS m WHERE …)` over arrays that hold one record: such a query is an expression over the fields that it
 * names, where DuckDB would join all rows to their whole records. Undefined for other queries.
 */
export function recordQuery(node: QueryNode, scope: Scope): RecordQuery | undefined {
  const select = selectIn(node);
  const { context } = scope;
  if (!select?.from || scope.groups?.isColumnKey || context.guard !== undefined) return undefined;
  const found = recordsOf(select.from, scope);
  if (!found || callsIn(select, ...RANDOM_NAMES).length > 0) return undefined;
  const inner = new Scope({ ...context, outer: scope }, found.variables);
  const [item, second] = select.items.flatMap((each) => selectItems(each, inner));
  if (!item || second) return undefined;
  const { where } = select;
  return {
    sql: settledSql(item.expression) ?? item.expression.sql,
    type: definiteType(item.expression.type),
    where: all([...found.where, ...(where ? [inner.condition(where.condition)] : [])]),
  };
}

/** A SELECT of an item from rows that are neither grouped nor ordered. */
function selectIn({ body, with: clause }: QueryNode): SelectNode | undefined {
  if (clause) return undefined;
  if (body.type === 'BracketedQuery') return body.orderBy || body.limit ? undefined : selectIn(body.query);
  if (body.type !== 'Select') return undefined;
  const { items, distinct, rowsAs, groupBy, having, qualify, window, orderBy, limit } = body;
  const others = [items[1], distinct, rowsAs, groupBy, having, qualify, window, orderBy, limit];
  return others.some((part) => part !== undefined) || aggregateIn(body) || windowIn(body) ? undefined : body;
}

/** AND, which evaluates the later conditions only where the first hold. */
function all([first, ...others]: readonly Sql[]): Sql | undefined {
  if (!first || others.length === 0) return first;
  return SQL`CASE WHEN ${first} THEN ${all(others) ?? NOTHING} END`;
}

interface Records {
  readonly variables: readonly RangeVariable[];
  /** Conditions for the presence of all records that have to be there. */
  readonly where: readonly Sql[];
}

const NONE: Records = { variables: [], where: [] };

/** The records of arrays in FROM, if there is nothing else. */
function recordsOf(item: FromNode, outer: Scope): Records | undefined {
  const join = item.type === 'Join' && !item.on && !item.using ? item : undefined;
  const type = join?.kind;
  if (type === 'RIGHT' || type === 'FULL') return undefined;
  const before = join ? recordsOf(join.left, outer) : NONE;
  const unnest = join ? join.right : item;
  if (!before || unnest.type !== 'UnnestItem' || unnest.offset) return undefined;
  if (unnest.array.type !== 'Name' && unnest.array.type !== 'Field') return undefined;
  const scope = new Scope({ ...outer.context, outer }, before.variables);
  const { name, array } = readUnnest(unnest, scope);
  // The joins that are made where it is no record find it again.
  if (!join) outer.keep(unnest.array, array);
  const { record } = array;
  const value = record && (type === 'LEFT' ? record : present(record));
  if (!value) return undefined;
  const variables = [...before.variables, { name, columns: [], value }];
  const presence = type === 'LEFT' ? undefined : record.held?.presence;
  return { variables, where: [...before.where, ...(presence ? [presence] : [])] };
}
