import { type CstNode } from './cst.js';
import { compileCondition } from './expressions.js';
import { compileFrom, joinWith } from './from.js';
import { limitClause, orderItems, orderKey } from './order.js';
import { pipeAggregate } from './pipe-aggregate.js';
import { distinct, extended, named, narrowed, renamed, selected, updated } from './pipe-columns.js';
import { compileExpression } from './expressions.js';
import { type CompiledQuery, compileQuery, readable } from './query.js';
import { rebind } from './rebind.js';
import { relation, type Relation } from './relation.js';
import { type QueryContext, Scope } from './scope.js';
import { everyColumn } from './star.js';
import { nameOutputs, outputSql, refuseSummaries } from './select.js';

/** `FROM t |> …`: each operator reads from the one before it, as from a derived table. */
export function compilePipe(node: CstNode, context: QueryContext, outer: Scope | undefined): CompiledQuery {
  const { sql, variables, merged } = piped(node, context, outer);
  const columns = nameOutputs(everyColumn(variables, merged, node).map((column) => ({ node, ...column })));
  if (columns.length === 0) throw node.error('this pipe has no columns');
  return { sql: `SELECT ${columns.map(outputSql).join(', ')} FROM ${sql}`, columns };
}

function piped(node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  if (node.type === 'FromStatement') return compileFrom(node, context, outer);
  if (node.type !== 'PipeStatement') {
    const query = compileQuery(node, context, outer);
    return relation(readable(`(${query.sql})`, query), undefined, context);
  }
  node.only('left', 'right');
  const left = piped(node.need('left'), context, outer);
  return operated(left, node.need('right'), context, outer);
}

function operated(left: Relation, node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  const scope = new Scope(context, left.variables, { parent: outer, merged: left.merged });
  switch (node.keyword) {
    case 'WHERE':
      return filtered(left, node, scope);
    case 'SELECT':
      return selected(left, node, scope);
    case 'EXTEND':
      return extended(left, node, scope);
    case 'SET':
      return updated(left, node, scope);
    case 'DROP':
      return narrowed(left, node, scope);
    case 'RENAME':
      return renamed(left, node, scope);
    case 'DISTINCT':
      return distinct(left, node, scope);
    case 'AS':
      return named(left, node, scope);
    case 'AGGREGATE':
      return pipeAggregate(left, node, scope);
    case 'ORDER':
      return sorted(left, node, scope);
    case 'LIMIT':
      return limited(left, node, scope);
    case 'JOIN':
      return joined(left, node, context, outer);
    default:
      throw node.unsupported(`|> ${node.keyword}`);
  }
}

function filtered(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs');
  const [condition, second] = node.list('exprs');
  if (!condition || second) throw node.error('WHERE takes one condition');
  refuseSummaries(condition);
  return around(left, `WHERE ${compileCondition(condition, scope)}`, scope);
}

function sorted(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'keywords');
  const keys = orderItems(node.claim('keywords')).map((item) => {
    if (item.type === 'NumericLiteral') throw item.unsupported('ORDER BY a position in a pipe; name the column, which');
    const { sql, type } = compileExpression(item, scope);
    return orderKey(item, sql, type);
  });
  return around(left, `ORDER BY ${keys.join(', ')}`, scope);
}

function limited(left: Relation, node: CstNode, scope: Scope): Relation {
  return around(left, limitClause(node, scope.context), scope);
}

/** The same columns and names, of fewer rows or of rows in another order. */
function around(left: Relation, clause: string, scope: Scope): Relation {
  const alias = scope.context.aliases.next('pipe');
  const { columns, ...names } = rebind(left, alias);
  return { sql: `(SELECT ${columns.join(', ') || '1'} FROM ${left.sql} ${clause}) AS ${alias}`, ...names };
}

function joined(left: Relation, node: CstNode, context: QueryContext, outer: Scope | undefined): Relation {
  node.only('method', 'outer', 'exprs', 'on', 'using');
  const [right, second] = node.list('exprs');
  if (!right || second) throw node.error('JOIN takes one item');
  return joinWith(node, node.child('method')?.keyword ?? 'INNER', left, right, context, outer);
}
