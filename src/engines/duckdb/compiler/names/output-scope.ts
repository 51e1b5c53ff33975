import { refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';
import { columnValue, type Expression } from '../expression.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { type QueryContext, Scope } from './scope.js';
import { definiteType } from '../../../../googlesql/types/types.js';
import { type Sql, columnSql } from '../sql-tree/sql.js';
import { SqlMap } from '../sql-tree/sql-map.js';
import { type SelectItem } from '../queries/outputs.js';

/** Compiles a key of ORDER BY over the answer of a query that has this alias. */
export type OutputKey = (key: ExpressionNode, alias: Sql) => Expression;

/** The scope of ORDER BY behind a whole query: its columns, or the fields of its values, and the names around it. */
export function keyOfColumns(
  { columns, isValueTable }: Pick<CompiledQuery, 'columns' | 'isValueTable'>,
  context: QueryContext,
  outer: Scope | undefined,
): OutputKey {
  const scopeOf = onceFor((alias) => {
    const values = isValueTable ? columns.map((column) => valueOf(column, alias)) : [];
    const variables = values.map((value) => ({ name: undefined, columns: [], value }));
    return new Scope(context, variables, { parent: outer, aliases: outputs(columns, alias) });
  });
  return (key, alias) => {
    refuseAggregate(key, 'ORDER BY of a whole query has no groups; work it out in the queries');
    return scopeOf(alias).value(key);
  };
}

/** The scope of ORDER BY behind SELECT DISTINCT: also the names of FROM that are columns of the answer. */
export function keyOfDistinct(items: readonly SelectItem[], from: Scope): OutputKey {
  const { context, variables, merged, parent } = from;
  const scopeOf = onceFor((alias) => {
    const answered = new SqlMap(items.map((item) => [item.expression.sql, valueOf(item, alias)] as const));
    return new Scope(context, variables, { parent, merged, aliases: outputs(items, alias), answered });
  });
  return (key, alias) => {
    const remedy = 'SELECT DISTINCT leaves the columns of the answer alone; SELECT it, and order by its name';
    refuseAggregate(key, remedy);
    refuseWindow(key, 'ORDER BY of SELECT DISTINCT');
    const expression = scopeOf(alias).value(key);
    if (from.isReadBy(expression.sql)) {
      throw errorAt(key, `this is not there any more: ${remedy}`);
    }
    return expression;
  };
}

function outputs(columns: readonly OutputColumn[], alias: Sql): ReadonlyMap<string, readonly Expression[]> {
  const found = new Map<string, Expression[]>();
  for (const column of columns) {
    const name = column.name?.toLowerCase();
    if (name === undefined) continue;
    const others = found.get(name);
    if (others) others.push(valueOf(column, alias));
    else found.set(name, [valueOf(column, alias)]);
  }
  return found;
}

/** Makes a scope once for all keys of one ORDER BY, which have the same alias. */
function onceFor(make: (alias: Sql) => Scope): (alias: Sql) => Scope {
  let made: { readonly alias: Sql; readonly scope: Scope } | undefined;
  return (alias) => {
    if (made?.alias !== alias) made = { alias, scope: make(alias) };
    return made.scope;
  };
}

function valueOf({ output, type }: OutputColumn, alias: Sql): Expression {
  return columnValue(columnSql(alias, output), definiteType(type));
}
