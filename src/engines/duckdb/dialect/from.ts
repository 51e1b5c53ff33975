import { refuseAggregate } from './aggregation.js';
import { type CstNode } from './cst.js';
import { typed } from './expression.js';
import { compileCondition } from './expressions.js';
import { identifierText } from './literals.js';
import { compileQuery, readable } from './query.js';
import { type Column, type QueryContext, type RangeVariable, Scope, type Table } from './scope.js';
import { quoteName } from './types.js';
import { isUnnest, joinUnnest, standaloneUnnest } from './unnest.js';

/** A compiled FROM item: DuckDB SQL, and the names that it brings. */
export interface Relation {
  readonly sql: string;
  readonly variables: readonly RangeVariable[];
  readonly merged: readonly Column[];
}

const NOTHING: Relation = { sql: '', variables: [], merged: [] };

export function compileFrom(clause: CstNode | undefined, context: QueryContext, outer: Scope | undefined): Relation {
  if (!clause) return NOTHING;
  clause.only('expr');
  return fromItem(clause.need('expr'), context, outer);
}

export function fromItem(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  switch (node.type) {
    case 'Identifier':
      return namedTable(node, context);
    case 'GroupedStatement': {
      const name = aliasOf(node);
      const query = compileQuery(node, context, outer);
      return relation(readable(`(${query.sql})`, query), name, context);
    }
    case 'GroupedExpr': {
      node.only('expr');
      return fromItem(node.need('expr'), context, outer);
    }
    case 'CallingUnnest':
      return standaloneUnnest(node, context, outer);
    case 'JoinOperator':
      return join(node, context, outer);
    default:
      throw node.unsupported(`"${node.text}" in FROM`);
  }
}

export function aliasOf(node: CstNode): string | undefined {
  const alias = node.claim('as', 'alias').child('alias');
  return alias && identifierText(alias);
}

/** WITH queries hide tables; neither needs an alias to be named. */
function namedTable(node: CstNode, context: QueryContext): Relation {
  const name = identifierText(node);
  const alias = aliasOf(node) ?? name;
  node.only();
  const table = context.queries.get(name.toLowerCase()) ?? context.catalog.tables.get(name);
  if (!table) throw node.error(`there is no table "${name}"`);
  return relation(table, alias, context);
}

function relation(table: Table, name: string | undefined, context: QueryContext): Relation {
  const alias = context.aliases.next(name ?? 'q');
  const columns = table.columns.map(({ name: column, type, output }) => ({
    name: column,
    type,
    sql: `${alias}.${quoteName(output)}`,
  }));
  return { sql: `${table.sql} AS ${alias}`, variables: [{ name, columns }], merged: [] };
}

function join(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  node.only('join_type', 'outer', 'left', 'right', 'on', 'using');
  const type = node.keyword === ',' ? 'CROSS' : (node.child('join_type')?.keyword ?? 'INNER');
  const left = fromItem(node.need('left'), context, outer);
  const rightNode = node.need('right');
  if (isUnnest(rightNode)) {
    const joined = joinUnnest(node, type, left, rightNode, context, outer);
    if (joined) return joined;
  }
  const right = fromItem(rightNode, context, outer);
  const variables = [...left.variables, ...right.variables];
  refuseTwins(variables, rightNode);
  if (type === 'CROSS') {
    if (node.has('on') || node.has('using')) throw node.error('CROSS JOIN takes no condition');
    return { sql: `(${left.sql} CROSS JOIN ${right.sql})`, variables, merged: left.merged };
  }
  if (!['INNER', 'LEFT', 'RIGHT', 'FULL'].includes(type)) throw node.unsupported(`${type} JOIN`);
  if (node.has('using')) return joinUsing(node, type, left, right);
  const on = node.child('on');
  if (!on) throw node.error(`${type} JOIN needs ON or USING`);
  on.only('expr');
  refuseAggregate(on, 'ON joins rows before they are put into groups; write the condition in HAVING');
  const condition = compileCondition(on.need('expr'), new Scope(context, variables, { parent: outer }));
  return { sql: `(${left.sql} ${type} JOIN ${right.sql} ON ${condition})`, variables, merged: left.merged };
}

/** Two FROM items of one name. */
export function refuseTwins(variables: readonly RangeVariable[], node: CstNode): void {
  const names = variables.flatMap(({ name }) => name?.toLowerCase() ?? []);
  const twin = names.find((name, index) => names.indexOf(name) < index);
  if (twin !== undefined) throw node.error(`two FROM items are named "${twin}"; give one another name with AS`);
}

/** USING: a plain name afterwards means the column of both sides. */
function joinUsing(node: CstNode, type: string, left: Relation, right: Relation): Relation {
  const using = node.need('using');
  using.only('func', 'args');
  const pairs = using.list('args').map((word) => {
    word.only();
    const name = identifierText(word);
    return [sideColumn(left, name, word), sideColumn(right, name, word)] as const;
  });
  const condition = pairs.map(([a, b]) => {
    if (a.type.kind !== b.type.kind) throw using.error(`USING compares ${a.type.kind} with ${b.type.kind}`);
    return `${a.sql} = ${b.sql}`;
  });
  const merged = pairs.map(([a, b]) => {
    if (type === 'RIGHT') return { ...b, name: a.name };
    return type === 'FULL' ? { ...typed(`COALESCE(${a.sql}, ${b.sql})`, a.type), name: a.name } : a;
  });
  return {
    sql: `(${left.sql} ${type} JOIN ${right.sql} ON ${condition.join(' AND ')})`,
    variables: [...left.variables, ...right.variables],
    merged: [...merged, ...left.merged],
  };
}

function sideColumn(side: Relation, name: string, word: CstNode): Column {
  const columns = side.variables.flatMap((variable) =>
    variable.columns.filter((column) => column.name.toLowerCase() === name.toLowerCase()),
  );
  const [column, second] = columns;
  if (!column || second) throw word.error(`USING needs exactly one column "${name}" on each side`);
  return column;
}
