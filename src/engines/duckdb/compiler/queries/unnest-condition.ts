import { queryIn } from '../grouping/aggregation.js';
import { type ConditionNode } from '../../../../googlesql/ast/nodes.js';
import { UnknownName, unsupportedAt } from '../dialect-error.js';
import { typed } from '../expression.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { rebind } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type RangeVariable, Scope } from '../names/scope.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { type Unnest, type Unnested } from './unnest.js';
import { joinSql, SQL, type Sql, columnSql, fieldSql, nameSql } from '../sql-tree/sql.js';
import { joinCondition } from './from-refusals.js';

const MATCHES = nameSql('matches');

/** The left side of a join with its matched elements, and the way in which they are unnested. */
interface MatchedElements {
  readonly left: Relation;
  readonly unnested: (alias: Sql) => Unnested;
}

/**
 * `left LEFT JOIN UNNEST(left.array) ON condition`: the elements that meet the condition are picked within the array, since a row without
 * any is still there once. So it remains a SELECT list that filters pass through.
 */
export function matchedElements(left: Relation, unnest: Unnest, on: ConditionNode, scope: Scope): MatchedElements {
  const { context } = scope;
  const candidate = context.aliases.next(unnest.name ?? 'element');
  const condition = elementCondition(on, [...left.variables, elementOf(unnest, candidate)], scope);
  const row = context.aliases.next('row');
  const { columns, ...names } = rebind(left, row);
  const matches = SQL`list_filter(${candidates(unnest)}, lambda ${candidate}: ${condition}) AS ${MATCHES}`;
  return {
    left: { sql: SQL`(SELECT ${joinSql([...columns, matches], ', ')} FROM ${left.sql}) AS ${row}`, ...names },
    unnested: (alias) => ({
      items: [
        SQL`unnest(CASE WHEN len(${row}.${MATCHES}) > 0 THEN ${row}.${MATCHES} ELSE [NULL] END) AS ${nameSql('element')}`,
      ],
      variable: elementOf(unnest, columnSql(alias, 'element')),
    }),
  };
}

/** The condition of an element, without queries: DuckDB's lambdas hold none, and do not see the columns of queries around theirs. */
function elementCondition(on: ConditionNode, variables: readonly RangeVariable[], scope: Scope): Sql {
  const query = queryIn(on.condition);
  if (query) throw unsupportedAt(query, 'a query in the ON of LEFT JOIN UNNEST; join what it reads before, which');
  try {
    const context = { ...scope.context, unknown: undefined };
    return joinCondition(on, new Scope(context, variables, { merged: scope.merged }));
  } catch (error) {
    if (!(error instanceof UnknownName) || !scope.parent?.lookup(error.unknown, on)) throw error;
    throw unsupportedAt(on, `"${error.unknown}" of the query around, in the ON of LEFT JOIN UNNEST,`);
  }
}

/**
 * The elements, each with its offset where that has a name. Their fields have names, since releases of DuckDB differ in how they treat
 * nameless ones; a parameter that is a field's whole value would give way to a column of its name.
 */
function candidates({ array, offsetName }: Unnest): Sql {
  const list = fallibleList(array.nullableSql ?? array.sql);
  return offsetName === undefined
    ? list
    : SQL`list_transform(${list}, lambda e, i: struct_pack("element" := coalesce(e), "offset" := i - 1))`;
}

function elementOf({ name, offsetName, element }: Unnest, sql: Sql): RangeVariable {
  if (offsetName === undefined) return { name, columns: [], value: typed(sql, element) };
  const offset = { name: offsetName, type: INT64, sql: fieldSql(sql, 'offset', INT64) };
  return { name, offsetName, columns: [offset], value: typed(fieldSql(sql, 'element', element), element) };
}
