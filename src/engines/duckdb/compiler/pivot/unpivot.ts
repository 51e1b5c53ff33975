import { type Unpivot, type ColumnSetNode } from '../../../../googlesql/ast/nodes.js';
import { typed } from '../expression.js';
import { derivedTable } from '../names/rebind.js';
import { derived, type Relation } from '../names/relation.js';
import { columnAt, type QueryContext } from '../names/scope.js';
import { type SqlType, withoutNull } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, nameSql, type Sql, textSql } from '../sql-tree/sql.js';
import { nameOutputs, selectOf, type Unnamed } from '../queries/outputs.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { numericLiteral, stringLiteral } from '../literals/literals.js';

/** `UNPIVOT(value FOR name IN (a, b))`: each row becomes one for each named column, or for each set of columns. */
export function unpivoted(left: Relation, operator: Unpivot, context: QueryContext): Relation {
  const alias = context.aliases.next('rows');
  const rows = derivedTable(left, alias);
  const { sets, rest: others, values, label } = context.resolution.unpivots.of(operator);
  const rest = others.map(({ name, place }) => ({ name, expression: columnAt(rows, place) }));
  const columns = sets.map((set) => set.columns.map(({ place }) => columnAt(rows, place)));
  const structs = sets.map((set, at) => {
    const fields = (columns[at] ?? []).map(({ sql }, index) => SQL`${nameSql(`value_${index}`)}: ${sql}`);
    return SQL`{${joinSql([...fields, SQL`"label": ${labelSql(set.node)}`], ', ')}}`;
  });
  const item = context.aliases.next('item');
  const row = SQL`${item}."row"`;
  const { config } = operator;
  const outputs = [
    ...rest.map(({ name, expression: { type } }, index) =>
      unnamed(name, operator, SQL`${item}.${nameSql(`rest_${index}`)}`, type),
    ),
    ...values.map(({ name, type }, index) => {
      const sql = SQL`${row}.${nameSql(`value_${index}`)}`;
      return unnamed(name, config, sql, withoutNull(columns[0]?.[index]?.type ?? type));
    }),
    unnamed(label.name, config, SQL`${row}."label"`, label.type),
  ];
  const items = nameOutputs(outputs);
  const kept = rest.map(({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`rest_${index}`)}`);
  const unnested = SQL`SELECT ${joinSql([...kept, SQL`unnest([${joinSql(structs, ', ')}]) AS "row"`], ', ')} FROM ${rows.sql}`;
  const areThere = values.map((_, index) => SQL`${row}.${nameSql(`value_${index}`)} IS NOT NULL`);
  const where = operator.keepsNulls ? NOTHING : SQL` WHERE ${joinSql(areThere, ' OR ')}`;
  return derived(selectOf(items, SQL` FROM (${unnested}) AS ${item}${where}`), operator.alias?.name, context);
}

function unnamed(name: string | undefined, node: TextPosition, sql: Sql, type: SqlType): Unnamed {
  return { name, node, expression: typed(sql, type) };
}

function labelSql({ columns, label }: ColumnSetNode): Sql {
  if (!label) return textSql(columns.map(({ name }) => name).join('_'));
  return (label.type === 'Integer' ? numericLiteral(label) : stringLiteral(label)).sql;
}
