import { type CaseNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../dialect-error.js';
import { choose } from './choice.js';
import { refuseInexact } from './comparisons.js';
import { equality, isUnlike } from './equality.js';
import { type Expression } from '../expression.js';
import { unified } from './unified.js';
import { type Scope } from '../names/scope.js';
import { isPlain } from './struct-value.js';
import { typeName } from '../../../../googlesql/types/types.js';
import { NOTHING } from '../sql-tree/sql.js';

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function caseExpression(node: CaseNode, scope: Scope): Expression {
  const { arms, otherwise } = node;
  const results = [...arms.map(({ result }) => result), ...(otherwise ? [otherwise] : [])];
  return choose({ node, scope, ...testsOf(node, scope), results, what: 'the results of CASE' });
}

/** DuckDB's SQL behind CASE, and behind each WHEN. */
function testsOf(node: CaseNode, scope: Scope) {
  const { subject } = node;
  const conditions = node.arms.map(({ when }) => when);
  if (!subject) return { subject: NOTHING, tests: conditions.map((condition) => scope.condition(condition)) };
  const value = scope.value(subject);
  const others = conditions.map((condition) => scope.value(condition));
  const { type, sql } = unified([value, ...others], subject, 'the values of CASE');
  if (isUnlike(type)) {
    if (!isPlain(value)) throw unsupportedAt(node, `CASE over a computed value of type ${typeName(type)}`);
    return { subject: NOTHING, tests: others.map((other) => equality(value, other, node)) };
  }
  refuseInexact(type, node, 'CASE');
  return { subject: sql[0] ?? NOTHING, tests: sql.slice(1) };
}
