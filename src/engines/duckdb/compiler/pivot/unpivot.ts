import { type Expression } from '../expression.js';
import { fieldAt } from '../expressions/struct-value.js';
import { everyColumn, type StarColumn } from '../../../../googlesql/resolver/star.js';
import { type Unpivot, type ColumnSetNode, type NameNode } from '../../../../googlesql/ast/nodes.js';
import { byName } from '../../../../googlesql/tokens/by-name.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { typed } from '../expression.js';
import { derivedTable } from '../names/rebind.js';
import { derived, type Relation } from '../names/relation.js';
import { type QueryContext } from '../names/scope.js';
import { STRING, withoutNull, INT64, sameType, type SqlType, typeName } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, nameSql, type Sql, textSql } from '../sql-tree/sql.js';
import { nameOutputs, selectOf, type Unnamed } from '../queries/outputs.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { numericLiteral, stringLiteral } from '../literals/literals.js';

/** `UNPIVOT(value FOR name IN (a, b))`: each row becomes one for each named column, or for each set of columns. */
export function unpivoted(left: Relation, operator: Unpivot, context: QueryContext): Relation {
  const { config } = operator;
  if (left.variables.some(({ value }) => value))
    throw errorAt(operator, 'UNPIVOT takes no arrays of UNNEST; SELECT from them first');
  const alias = context.aliases.next('rows');
  const rows = derivedTable(left, alias);
  const all = everyColumn(rows, operator, fieldAt);
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
  const row = SQL`${item}."row"`;
  const typeOf = (index: number) => withoutNull(first.columns[index]?.expression.type ?? STRING);
  const outputs = [
    ...rest.map(({ name, expression: { type } }, index) =>
      unnamed(name, operator, SQL`${item}.${nameSql(`rest_${index}`)}`, type),
    ),
    ...valueNames.map((name, index) => unnamed(name, config, SQL`${row}.${nameSql(`value_${index}`)}`, typeOf(index))),
    unnamed(labelName, config, SQL`${row}."label"`, first.label.type),
  ];
  const items = nameOutputs(outputs);
  const kept = rest.map(({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`rest_${index}`)}`);
  const unnested = SQL`SELECT ${joinSql([...kept, SQL`unnest([${joinSql(structs, ', ')}]) AS "row"`], ', ')} FROM ${rows.sql}`;
  const areThere = valueNames.map((_, index) => SQL`${row}.${nameSql(`value_${index}`)} IS NOT NULL`);
  const where = operator.keepsNulls ? NOTHING : SQL` WHERE ${joinSql(areThere, ' OR ')}`;
  return derived(selectOf(items, SQL` FROM (${unnested}) AS ${item}${where}`), operator.alias?.name, context);
}

function unnamed(name: string | undefined, node: TextPosition, sql: Sql, type: SqlType): Unnamed {
  return { name, node, expression: typed(sql, type) };
}

/** Columns that become one row, and the label of that row. */
export interface ColumnSet {
  readonly node: ColumnSetNode;
  readonly columns: readonly StarColumn<Expression>[];
  readonly label: { readonly sql: Sql; readonly type: SqlType };
}

/** The sets after IN. */
export function columnSets({ sets: nodes }: Unpivot, all: readonly StarColumn<Expression>[]): ColumnSet[] {
  const seen = new Set<string>();
  const sets = nodes.map((node) => {
    refuseRepeated(node.columns, seen);
    return { node, columns: node.columns.map((each) => columnOf(each, all)), label: labelOf(node) };
  });
  const [first] = sets;
  const other = sets.find(({ label }) => label.type !== first?.label.type);
  if (other) {
    throw errorAt(other.node, 'the labels of UNPIVOT are all STRING or all INT64; a column without one has its name');
  }
  return sets;
}

function refuseRepeated(names: readonly NameNode[], seen: Set<string>): void {
  for (const node of names) {
    const name = node.name.toLowerCase();
    if (seen.has(name)) throw errorAt(node, `"${node.text}" stands in the IN of UNPIVOT twice; name each column once`);
    seen.add(name);
  }
}

function columnOf(node: NameNode, all: readonly StarColumn<Expression>[]): StarColumn<Expression> {
  const [column, second] = byName(all, node.name);
  if (!column) throw errorAt(node, `there is no column "${node.text}" to UNPIVOT`);
  if (second) throw errorAt(node, `"${node.text}" is ambiguous`);
  return column;
}

function labelOf({ columns, label }: ColumnSetNode): ColumnSet['label'] {
  if (!label) return { sql: textSql(columns.map(({ name }) => name).join('_')), type: STRING };
  return label.type === 'Integer'
    ? { sql: numericLiteral(label).sql, type: INT64 }
    : { sql: stringLiteral(label).sql, type: STRING };
}

/** Refuses names of new columns that something else here has. */
export function refuseNames(made: readonly string[], sets: readonly ColumnSet[], config: TextPosition): void {
  const names = made.map((name) => name.toLowerCase());
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw errorAt(config, `UNPIVOT makes two columns named "${duplicate}"`);
  const own = sets.flatMap(({ columns }) => columns).find(({ name }) => names.includes(name?.toLowerCase() ?? ''));
  if (own) throw errorAt(config, `UNPIVOT cannot make a column "${own.name ?? ''}" of one of this name`);
}

/** Refuses a set that differs from the first one. */
export function refuseOther(set: ColumnSet, first: ColumnSet, count: number): void {
  if (set.columns.length !== count) {
    throw errorAt(set.node, `${count} columns are made, so that each set needs ${count}, found ${set.columns.length}`);
  }
  const other = set.columns.find(({ expression }, index) => {
    const type = first.columns[index]?.expression.type;
    return !type || !sameType(withoutNull(expression.type), withoutNull(type));
  });
  if (!other) return;
  const found = typeName(other.expression.type);
  throw errorAt(set.node, `"${other.name ?? ''}" is ${found}; columns that become one must be of one type`);
}
