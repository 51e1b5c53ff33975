import { type Unpivot } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';
import { typed } from '../expression.js';
import { rebind } from '../names/rebind.js';
import { relation, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { everyColumn } from '../names/star.js';
import { STRING, withoutNull } from '../../../../googlesql/types/types.js';
import { columnSets, refuseNames, refuseOther } from './unpivot-columns.js';
import { joinSql, NOTHING, SQL, nameSql } from '../sql-tree/sql.js';
import { readable, nameOutputs, outputSql, type Unnamed } from '../queries/outputs.js';

/** `UNPIVOT(value FOR name IN (a, b))`: each row becomes one for each named column, or for each set of columns. */
export function unpivoted(left: Relation, operator: Unpivot, context: QueryContext): Relation {
  const { config } = operator;
  if (left.variables.some(({ value }) => value))
    throw errorAt(operator, 'UNPIVOT takes no arrays of UNNEST; SELECT from them first');
  const alias = context.aliases.next('rows');
  const { columns, ...rows } = rebind(left, alias);
  const all = everyColumn(rows.variables, rows.merged, operator);
  const sets = columnSets(operator, all);
  const valueNames = operator.values.map(({ name }) => name);
  const labelName = operator.label.name;
  refuseNames([...valueNames, labelName], sets, config);
  const [first] = sets;
  if (!first) throw errorAt(operator, 'UNPIVOT needs a column');
  for (const set of sets) refuseOther(set, first, valueNames.length);
  const used = new Set(sets.flatMap((set) => set.columns));
  const rest = all.filter((column) => !used.has(column));
  const structs = sets.map((set) => {
    const fields = set.columns.map(({ expression }, index) => SQL`${nameSql(`value_${index}`)}: ${expression.sql}`);
    return SQL`{${joinSql([...fields, SQL`"label": ${set.label.sql}`], ', ')}}`;
  });
  const item = context.aliases.next('item');
  const outputs: Unnamed[] = [
    ...rest.map((column, index) => ({
      name: column.name,
      node: operator,
      expression: typed(SQL`${item}.${nameSql(`rest_${index}`)}`, column.expression.type),
    })),
    ...valueNames.map((each, index) => ({
      name: each,
      node: config,
      expression: typed(
        SQL`${item}."row".${nameSql(`value_${index}`)}`,
        withoutNull(first.columns[index]?.expression.type ?? STRING),
      ),
    })),
    { name: labelName, node: config, expression: typed(SQL`${item}."row"."label"`, first.label.type) },
  ];
  const items = nameOutputs(outputs);
  const kept = rest.map(({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`rest_${index}`)}`);
  const source = SQL`SELECT ${joinSql(columns, ', ')} FROM ${left.sql}`;
  const unnested = SQL`SELECT ${joinSql([...kept, SQL`unnest([${joinSql(structs, ', ')}]) AS "row"`], ', ')} FROM (${source}) AS ${alias}`;
  const isThere = joinSql(
    valueNames.map((_, index) => SQL`${item}."row".${nameSql(`value_${index}`)} IS NOT NULL`),
    ' OR ',
  );
  const where = operator.keepsNulls ? NOTHING : SQL` WHERE ${isThere}`;
  const sql = SQL`(SELECT ${joinSql(items.map(outputSql), ', ')} FROM (${unnested}) AS ${item}${where})`;
  return relation(readable(sql, { sql, columns: items }), operator.alias?.name, context);
}
