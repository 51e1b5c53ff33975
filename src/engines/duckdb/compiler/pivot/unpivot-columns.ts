import { type CstNode } from '../cst.js';
import { identifierText, numericLiteral, stringLiteral } from '../literals/literals.js';
import { type StarColumn } from '../names/star.js';
import { INT64, sameType, STRING, type SqlType, typeName, withoutNull } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

/** Columns that become one row, and what that row is called. */
export interface ColumnSet {
  readonly node: CstNode;
  readonly columns: readonly StarColumn[];
  readonly label: { readonly sql: string; readonly type: SqlType };
}

/** What stands after IN. */
export function columnSets(clause: CstNode, all: readonly StarColumn[]): ColumnSet[] {
  clause.only('group');
  const group = clause.need('group');
  group.only('exprs');
  const seen = new Set<string>();
  const sets = group.list('exprs').map((node) => {
    const names = members(node.claim('as', 'row_value_alias'));
    refuseRepeated(names, seen);
    return { node, columns: names.map((each) => columnOf(each, all)), label: labelOf(node, names) };
  });
  const [first] = sets;
  const other = sets.find(({ label }) => label.type !== first?.label.type);
  if (other)
    throw other.node.error('the labels of UNPIVOT are all STRING or all INT64; a column without one has its name');
  return sets;
}

function refuseRepeated(names: readonly CstNode[], seen: Set<string>): void {
  for (const node of names) {
    const name = plainName(node).toLowerCase();
    if (seen.has(name)) throw node.error(`"${node.text}" stands in the IN of UNPIVOT twice; name each column once`);
    seen.add(name);
  }
}

/** The names in brackets, or the one that stands without them. */
export function members(node: CstNode): CstNode[] {
  if (node.type === 'Identifier') return [node];
  if (node.type === 'GroupedExpr') {
    node.only('expr');
    return [node.need('expr')];
  }
  if (node.type !== 'GroupedExprs') throw node.error('UNPIVOT takes names of columns alone');
  node.only('exprs');
  return node.list('exprs');
}

function columnOf(node: CstNode, all: readonly StarColumn[]): StarColumn {
  const name = plainName(node).toLowerCase();
  const [column, second] = all.filter((each) => each.name?.toLowerCase() === name);
  if (!column) throw node.error(`there is no column "${node.text}" to UNPIVOT`);
  if (second) throw node.error(`"${node.text}" is ambiguous`);
  return column;
}

function labelOf(node: CstNode, names: readonly CstNode[]): ColumnSet['label'] {
  const label = node.child('row_value_alias');
  if (!label) return { sql: quoteString(names.map(plainName).join('_')), type: STRING };
  if (label.type === 'NumericLiteral' && /^\d+$/.test(label.text))
    return { sql: numericLiteral(label).sql, type: INT64 };
  if (label.type !== 'StringLiteral') throw label.error('a label of UNPIVOT is a STRING or an INT64 literal');
  const { sql, type } = stringLiteral(label);
  if (type.kind !== 'STRING') throw label.error('a label of UNPIVOT is a STRING or an INT64 literal');
  return { sql, type: STRING };
}

export function plainName(node: CstNode): string {
  if (node.type !== 'Identifier') throw node.error('UNPIVOT takes names of columns alone');
  node.only();
  return identifierText(node);
}

/** The columns that are made have names that nothing else here has. */
export function refuseNames(made: readonly string[], sets: readonly ColumnSet[], config: CstNode): void {
  const names = made.map((name) => name.toLowerCase());
  const duplicate = names.find((name, index) => names.indexOf(name) < index);
  if (duplicate !== undefined) throw config.error(`UNPIVOT makes two columns named "${duplicate}"`);
  const own = sets.flatMap(({ columns }) => columns).find(({ name }) => names.includes(name?.toLowerCase() ?? ''));
  if (own) throw config.error(`UNPIVOT cannot make a column "${own.name ?? ''}" of one of this name`);
}

/** All sets are as the first one. */
export function refuseOther(set: ColumnSet, first: ColumnSet, count: number): void {
  if (set.columns.length !== count) {
    throw set.node.error(`${count} columns are made, so that each set needs ${count}, found ${set.columns.length}`);
  }
  const other = set.columns.find(({ expression }, index) => {
    const type = first.columns[index]?.expression.type;
    return !type || !sameType(withoutNull(expression.type), withoutNull(type));
  });
  if (!other) return;
  const found = typeName(other.expression.type);
  throw set.node.error(`"${other.name ?? ''}" is ${found}; columns that become one must be of one type`);
}
