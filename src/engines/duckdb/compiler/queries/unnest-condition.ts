import { queryIn } from '../grouping/aggregation.js';
import { type CstNode, UnknownName } from '../cst.js';
import { typed } from '../expression.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { joinCondition } from './from.js';
import { rebind } from '../names/rebind.js';
import { type Relation } from '../names/relation.js';
import { type RangeVariable, Scope } from '../names/scope.js';
import { INT64 } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';
import { type Unnest, type Unnested } from './unnest.js';

const MATCHES = quoteName('matches');

/** The left side of a join with the elements that it is joined to, and how they are unnested. */
interface MatchedElements {
  readonly left: Relation;
  readonly unnested: (alias: string) => Unnested;
}

/**
 * `left LEFT JOIN UNNEST(left.array) ON condition`: the elements that meet the condition are picked within the array, since a
 * row of which none does is still there once. So it remains a SELECT list that filters pass through.
 */
export function matchedElements(left: Relation, unnest: Unnest, on: CstNode, scope: Scope): MatchedElements {
  const { context } = scope;
  const candidate = context.aliases.next(unnest.name ?? 'element');
  const condition = elementCondition(on, [...left.variables, elementOf(unnest, candidate)], scope);
  const row = context.aliases.next('row');
  const { columns, ...names } = rebind(left, row);
  const matches = `list_filter(${candidates(unnest)}, lambda ${candidate}: ${condition}) AS ${MATCHES}`;
  return {
    left: { sql: `(SELECT ${[...columns, matches].join(', ')} FROM ${left.sql}) AS ${row}`, ...names },
    unnested: (alias) => ({
      items: [
        `unnest(CASE WHEN len(${row}.${MATCHES}) > 0 THEN ${row}.${MATCHES} ELSE [NULL] END) AS ${quoteName('element')}`,
      ],
      variable: elementOf(unnest, `${alias}.${quoteName('element')}`),
    }),
  };
}

/** DuckDB's lambdas hold no queries, and do not see the columns of queries around theirs. */
function elementCondition(on: CstNode, variables: readonly RangeVariable[], scope: Scope): string {
  const query = queryIn(on);
  if (query) throw query.unsupported('a query in the ON of LEFT JOIN UNNEST; join what it reads before, which');
  try {
    return joinCondition(on, new Scope(scope.context, variables, { merged: scope.merged }));
  } catch (error) {
    if (!(error instanceof UnknownName) || !scope.parent?.lookup(error.unknown, on)) throw error;
    throw on.unsupported(`"${error.unknown}" of the query around, in the ON of LEFT JOIN UNNEST,`);
  }
}

/**
 * The elements, each with its offset where that has a name. Their fields have names, since releases of DuckDB differ in what
 * they do without; a parameter that is a field's whole value would give way to a column of its name.
 */
function candidates({ array, offsetName }: Unnest): string {
  const list = fallibleList(array.nullableSql ?? array.sql);
  return offsetName === undefined
    ? list
    : `list_transform(${list}, lambda e, i: struct_pack("element" := coalesce(e), "offset" := i - 1))`;
}

function elementOf({ name, offsetName, element }: Unnest, sql: string): RangeVariable {
  if (offsetName === undefined) return { name, columns: [], value: typed(sql, element) };
  const offset = { name: offsetName, type: INT64, sql: `struct_extract(${sql}, 'offset')` };
  return { name, offsetName, columns: [offset], value: typed(`struct_extract(${sql}, 'element')`, element) };
}
