import { implicitName } from '../../../../googlesql/resolver/names/implicit-name.js';
import { type ColumnPlace } from '../../../../googlesql/resolver/output-column.js';
import { isTextParameter, isConstant } from '../../../../googlesql/types/coercion.js';
import { type SelectItemNode, type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { type CompiledQuery, type OutputColumn } from '../compiler.js';
import { coerce, columnForm, columnType, type Expression } from '../expression.js';
import { structOf } from '../expressions/constructors.js';
import { type Scope } from '../names/scope.js';
import { type Source } from '../names/tables.js';
import { definiteType, INT64 } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, nameSql } from '../sql-tree/sql.js';

/** One item of a SELECT list: an output column and the expression behind it. */
export interface SelectItem extends OutputColumn {
  readonly source: SelectItemNode | undefined;
  readonly expression: Expression;
}

/** An item whose column has no name in the DuckDB SQL yet. */
export interface Unnamed {
  readonly name: string | undefined;
  readonly node: ColumnPlace;
  /** Item of the SELECT list. */
  readonly source?: SelectItemNode | undefined;
  readonly expression: Expression;
}

/** The columns that one item of a SELECT list makes. */
export function selectItems(item: SelectItemNode, scope: Scope): Unnamed[] {
  if (item.type === 'StarItem') {
    return scope.context.resolution.stars.of(item).columns.map(({ name, place, node = item, source = item }) => {
      return { name, node, source, expression: scope.valueAt(place) };
    });
  }
  const { value, alias } = item;
  const expression = scope.value(value);
  return [
    {
      name: alias ? alias.name : implicitName(value, (each) => scope.isNamed(each)),
      node: item,
      source: item,
      expression,
    },
  ];
}

/** One nameless item, a STRUCT of others. */
export function recordItem(items: readonly Unnamed[], node: WrittenNode): Unnamed {
  const fields = items.map(({ name = '', expression }) => ({ name, value: expression }));
  return { name: undefined, node, expression: structOf(fields, node) };
}

/** Gives every column a name of its own in the DuckDB SQL: the author's where it is unique. */
export function nameOutputs(items: readonly Unnamed[]): SelectItem[] {
  const taken = new Set<string>();
  return items.map(({ name, node, source, expression }, index) => {
    let output = name ?? `f${index}_`;
    while (taken.has(output.toLowerCase())) output += `_${index + 1}`;
    taken.add(output.toLowerCase());
    const open = columnType(expression);
    const type = open.kind === 'ERROR' ? INT64 : open;
    const constant = isConstant(expression) || isTextParameter(expression) ? { constant: expression } : {};
    return { name, node, source, type, output, expression, ...constant };
  });
}

/** An output column as it stands in a SELECT list. */
export function outputSql(item: SelectItem): Sql {
  const { expression, type, output } = item;
  return SQL`${settledSql(expression) ?? columnForm(expression, type)} AS ${nameSql(output)}`;
}

/** The INT64 that a column without a type of its own becomes; undefined for others. */
export function settledSql(expression: Expression): Sql | undefined {
  return ['NULL', 'ERROR'].includes(expression.type.kind) ? coerce(expression, INT64) : undefined;
}

/** A query of these columns; `rest` begins with FROM. */
export function selectOf(columns: readonly SelectItem[], rest: Sql, quantifier = NOTHING) {
  return { sql: SQL`SELECT ${quantifier}${joinSql(columns.map(outputSql), ', ')}${rest}`, columns };
}

/** A column behind DISTINCT, ORDER BY or LIMIT: a literal there has its own type. */
export function settle({ name, type, output, node }: OutputColumn): OutputColumn {
  return { name, type, output, node };
}

/** A query as a source; nameless columns cannot be named. */
export function readable(sql: Sql, query: CompiledQuery): Source {
  return {
    sql,
    columns: query.columns.map((column) => ({ ...column, name: column.name ?? '', type: definiteType(column.type) })),
    ...(query.isValueTable && { isValueTable: true }),
  };
}
