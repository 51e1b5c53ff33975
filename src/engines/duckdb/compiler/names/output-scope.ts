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

/** Compiles keys of ORDER BY over the answer of a query that has this alias. */
export type OutputKeys = (alias: Sql) => (key: ExpressionNode) => Expression;

/** The scope of ORDER BY behind a whole query: its columns, or the fields of its values, and the names around it. */
export function keysOfColumns({ columns, isValueTable }: CompiledQuery, context: QueryContext): OutputKeys {
  return (alias) => {
    const values = isValueTable ? columns.map((column) => valueOf(column, alias)) : [];
    const variables = values.map((value) => ({ name: undefined, columns: [], value }));
    const scope = new Scope(context, variables, { aliases: byOutputName(columns, (each) => valueOf(each, alias)) });
    return (key) => {
      refuseAggregate(key, 'ORDER BY of a whole query has no groups; work it out in the queries');
      return scope.value(key);
    };
  };
}

/** The scope of ORDER BY behind SELECT DISTINCT: also the names of FROM that are columns of the answer. */
export function keysOfDistinct(items: readonly SelectItem[], from: Scope): OutputKeys {
  const { context, variables, merged } = from;
  const remedy = 'SELECT DISTINCT leaves the columns of the answer alone; SELECT it, and order by its name';
  return (alias) => {
    const answered = new SqlMap(items.map((item) => [item.expression.sql, valueOf(item, alias)] as const));
    const aliases = byOutputName(items, (each) => valueOf(each, alias));
    const scope = new Scope(context, variables, { merged, aliases, answered });
    return (key) => {
      refuseAggregate(key, remedy);
      refuseWindow(key, 'ORDER BY of SELECT DISTINCT');
      const expression = scope.value(key);
      if (from.isReadBy(expression.sql)) throw errorAt(key, `this is not there any more: ${remedy}`);
      return expression;
    };
  };
}

/** What is made of the columns of an answer, by their lower-case names. */
export function byOutputName<T extends OutputColumn>(columns: readonly T[], of: (column: T) => Expression) {
  const found = new Map<string, Expression[]>();
  for (const column of columns) {
    const name = column.name?.toLowerCase();
    const others = name === undefined ? undefined : found.get(name);
    if (others) others.push(of(column));
    else if (name !== undefined) found.set(name, [of(column)]);
  }
  return found;
}

function valueOf({ output, type }: OutputColumn, alias: Sql): Expression {
  return columnValue(columnSql(alias, output), definiteType(type));
}
