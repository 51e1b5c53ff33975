import { type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { columnValue, type Expression } from '../expression.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { type Groups } from '../../../../googlesql/resolver/groups.js';
import { type QueryContext, Scope } from './scope.js';
import { definiteType } from '../../../../googlesql/types/types.js';
import { type Sql, columnSql } from '../sql-tree/sql.js';
import { type SelectItem } from '../queries/outputs.js';

/** Compiles keys of ORDER BY over the answer of a query that has this alias. */
type OutputKeys = (alias: Sql, context: QueryContext) => (key: ExpressionNode) => Expression;

/** The scope of ORDER BY behind a whole query: its columns, or the fields of its values, and the names around it. */
export function keysOfColumns({ columns, isValueTable }: CompiledQuery): OutputKeys {
  return (alias, context) => {
    const aliases = named(columns, alias);
    const values = isValueTable ? aliases : [];
    const variables = values.map(({ expression }) => ({ name: undefined, columns: [], value: expression }));
    const scope = new Scope(context, variables, { aliases });
    return (key) => scope.value(key);
  };
}

/** The scope of ORDER BY behind SELECT DISTINCT: also the names of FROM, of which GoogleSQL has left those that are columns of the answer. */
export function keysOfDistinct(items: readonly SelectItem[], { variables, merged }: Scope, rows: Groups): OutputKeys {
  return (alias, context) => {
    const aliases = named(items, alias);
    const byForm = new Map(items.map((item, index) => [rows.formOfItem(index), valueOf(item, alias)] as const));
    const answered = (node: ExpressionNode) => {
      const path = rows.forms.ofPath(node);
      return path && byForm.get(path[0]);
    };
    // The fields of an element can be named without it.
    const elements = variables.map(({ value, ...variable }) => {
      const item = items.find(({ expression }) => expression.sql === value?.sql);
      return { ...variable, ...(value && { value: item ? valueOf(item, alias) : value }) };
    });
    const scope = new Scope(context, elements, { merged, aliases, answered });
    return (key) => scope.value(key);
  };
}

function named(columns: readonly OutputColumn[], alias: Sql) {
  return columns.map((column) => ({ name: column.name, expression: valueOf(column, alias) }));
}

function valueOf({ output, type }: OutputColumn, alias: Sql): Expression {
  return columnValue(columnSql(alias, output), definiteType(type));
}
