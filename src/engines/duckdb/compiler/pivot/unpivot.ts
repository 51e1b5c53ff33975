import { type CstNode } from '../cst.js';
import { typed } from '../expression.js';
import { aliasOf } from '../queries/from.js';
import { readable } from '../queries/query.js';
import { rebind } from '../names/rebind.js';
import { relation, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { nameOutputs, outputSql, type Unnamed } from '../queries/select.js';
import { everyColumn } from '../names/star.js';
import { STRING, withoutNull } from '../../../../googlesql/types/types.js';
import { columnSets, members, plainName, refuseNames, refuseOther } from './unpivot-columns.js';

/** `UNPIVOT(value FOR name IN (a, b))`: of each row one for each column that is named, or for each set of columns. */
export function unpivoted(left: Relation, operator: CstNode, context: QueryContext): Relation {
  const name = aliasOf(operator);
  const words = operator.list('include_or_exclude_nulls');
  for (const word of words) word.only();
  operator.only('config', 'include_or_exclude_nulls');
  const config = operator.need('config');
  config.only('expr', 'for', 'in');
  if (left.variables.some(({ value }) => value))
    throw operator.error('UNPIVOT takes no arrays of UNNEST; SELECT from them first');
  const alias = context.aliases.next('rows');
  const { columns, ...rows } = rebind(left, alias);
  const all = everyColumn(rows.variables, rows.merged, operator);
  const sets = columnSets(config.need('in'), all);
  const valueNames = members(config.need('expr')).map(plainName);
  const label = config.need('for');
  label.only('expr');
  const labelName = plainName(label.need('expr'));
  refuseNames([...valueNames, labelName], sets, config);
  const [first] = sets;
  if (!first) throw operator.error('UNPIVOT needs a column');
  for (const set of sets) refuseOther(set, first, valueNames.length);
  const used = new Set(sets.flatMap((set) => set.columns));
  const rest = all.filter((column) => !used.has(column));
  const structs = sets.map((set) => {
    const fields = set.columns.map(({ expression }, index) => `"value_${index}": ${expression.sql}`);
    return `{${[...fields, `"label": ${set.label.sql}`].join(', ')}}`;
  });
  const item = context.aliases.next('item');
  const outputs: Unnamed[] = [
    ...rest.map((column, index) => ({
      name: column.name,
      node: operator,
      expression: typed(`${item}."rest_${index}"`, column.expression.type),
    })),
    ...valueNames.map((each, index) => ({
      name: each,
      node: config,
      expression: typed(`${item}."row"."value_${index}"`, withoutNull(first.columns[index]?.expression.type ?? STRING)),
    })),
    { name: labelName, node: config, expression: typed(`${item}."row"."label"`, first.label.type) },
  ];
  const items = nameOutputs(outputs);
  const kept = rest.map(({ expression }, index) => `${expression.sql} AS "rest_${index}"`);
  const source = `SELECT ${columns.join(', ')} FROM ${left.sql}`;
  const unnested = `SELECT ${[...kept, `unnest([${structs.join(', ')}]) AS "row"`].join(', ')} FROM (${source}) AS ${alias}`;
  const isThere = valueNames.map((_, index) => `${item}."row"."value_${index}" IS NOT NULL`).join(' OR ');
  const where = words[0]?.keyword === 'INCLUDE' ? '' : ` WHERE ${isThere}`;
  const sql = `(SELECT ${items.map(outputSql).join(', ')} FROM (${unnested}) AS ${item}${where})`;
  return relation(readable(sql, { sql, columns: items }), name, context);
}
