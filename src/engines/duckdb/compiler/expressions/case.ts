import { choose } from './choice.js';
import { refuseInexact } from './comparisons.js';
import { type CstNode } from '../cst.js';
import { equality, isUnlike } from './equality.js';
import { type Expression } from '../expression.js';
import { compileCondition, compileExpression, unified } from './expressions.js';
import { type Scope } from '../names/scope.js';
import { isPlain } from './struct-value.js';
import { typeName } from '../../../../googlesql/types/types.js';

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function caseExpression(node: CstNode, scope: Scope): Expression {
  node.only('expr', 'arms', 'end');
  const arms = node.list('arms');
  const elseArm = arms.find((arm) => arm.keyword === 'ELSE');
  const whens = arms.filter((arm) => arm !== elseArm);
  if (whens.length === 0) throw node.error('CASE needs a WHEN');
  for (const arm of arms) arm.only('expr', 'then', 'result');
  const results = [...whens, ...(elseArm ? [elseArm] : [])].map((arm) => arm.need('result'));
  const conditions = whens.map((arm) => arm.need('expr'));
  return choose({ node, scope, ...testsOf(node, conditions, scope), results, what: 'the results of CASE' });
}

/** What stands behind CASE in DuckDB's SQL, and behind each WHEN. */
function testsOf(node: CstNode, conditions: readonly CstNode[], scope: Scope) {
  const subject = node.child('expr');
  if (!subject) return { subject: '', tests: conditions.map((condition) => compileCondition(condition, scope)) };
  const value = compileExpression(subject, scope);
  const others = conditions.map((condition) => compileExpression(condition, scope));
  const { type, sql } = unified([value, ...others], subject, 'the values of CASE');
  if (isUnlike(type)) {
    if (!isPlain(value)) throw node.unsupported(`CASE over a computed value of type ${typeName(type)}`);
    return { subject: '', tests: others.map((other) => equality(value, other, node)) };
  }
  refuseInexact(type, node, 'CASE');
  return { subject: sql[0] ?? '', tests: sql.slice(1) };
}
