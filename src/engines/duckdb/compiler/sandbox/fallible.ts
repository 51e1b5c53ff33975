import { isQuery } from '../../../../googlesql/checks/constant-expression.js';
import { type CstNode } from '../cst.js';
import { AGGREGATE_FUNCTIONS } from '../functions/aggregates/aggregates.js';
import { compileCondition } from '../expressions/expressions.js';
import { INFALLIBLE } from '../expressions/safe-calls.js';
import { type Scope } from '../names/scope.js';

const HARMLESS = new Set([
  ...['IF', 'COALESCE', 'IFNULL', 'NULLIF', 'EXISTS', 'ARRAY', 'STRUCT', 'UNNEST', 'GREATEST', 'LEAST'],
  ...['CURRENT_TIMESTAMP', 'CURRENT_DATE', 'CURRENT_DATETIME', 'CURRENT_TIME'],
]);

/** Whether a query within an expression could fail where it is run for nothing. */
export function hasFallibleQuery(node: CstNode): boolean {
  return isQuery(node) ? isFallible(node) : node.children().some(hasFallibleQuery);
}

/** Whether something in here is likely to fail for some values: not the overflow of a sum, but a division, a CAST, a position. */
function isFallible(node: CstNode): boolean {
  const isLikely =
    (node.type === 'BinaryOperator' && node.text === '/') ||
    (node.type === 'AccessOperator' && !isSafe(node.need('right'))) ||
    (node.type === 'CallingFunction' && !isHarmless(node));
  return isLikely || node.children().some(isFallible);
}

/** A condition on rows that may be there for nothing: DuckDB would ask it before the guard. */
export function guardedCondition(node: CstNode, scope: Scope): string {
  const sql = compileCondition(node, scope);
  const { guard } = scope.context;
  return guard !== undefined && isFallible(node) ? `CASE WHEN ${guard} THEN ${sql} END` : sql;
}

function isHarmless(call: CstNode): boolean {
  const { keyword } = call.need('func');
  return isSafe(call) || HARMLESS.has(keyword) || INFALLIBLE.has(keyword) || AGGREGATE_FUNCTIONS.has(keyword);
}

function isSafe(node: CstNode): boolean {
  const func = node.child('func');
  return (func?.child('left') ?? func)?.keyword.startsWith('SAFE') ?? false;
}
