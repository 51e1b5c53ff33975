import { type ExpressionNode, type CaseNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { aggregateIn, queryIn, windowIn } from '../../../../googlesql/resolver/aggregation.js';
import { type Expression, typed } from '../expression.js';
import { unified } from './unified.js';
import { hasFallibleQuery } from '../sandbox/fallible.js';
import { readsKeysAlone } from '../grouping/group-by.js';
import { Scope } from '../names/scope.js';
import { caseOf, NOTHING, SQL, type Sql, columnSql, wordSql } from '../sql-tree/sql.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { refuseInexact } from './comparisons.js';
import { isUnlike } from '../../../../googlesql/resolver/expressions/equality.js';
import { equality } from './equality.js';
import { isPlain } from './struct-value.js';
import { typeName } from '../../../../googlesql/types/types.js';

/** CASE or IF. With one result more than tests, the last one is that of ELSE. */
interface Choice {
  readonly node: ExpressionNode;
  readonly scope: Scope;
  /** DuckDB SQL behind CASE; `tests` stand behind WHEN. */
  readonly subject: Sql;
  readonly tests: readonly Sql[];
  readonly results: readonly ExpressionNode[];
}

/**
 * Makes the result whose test holds, and no other. DuckDB runs every query in an expression, even if its value is not used. So where one
 * might fail, the number of the result is computed first, and such a query has no rows unless it is its own.
 */
export function choose(choice: Choice): Expression {
  const { scope, subject, tests, results } = choice;
  if (!isGuarded(choice)) {
    const values = results.map((result) => scope.value(result));
    const { type, sql } = unified(values);
    return typed(caseSql(subject, tests, sql), type);
  }
  const { aliases, guard } = scope.context;
  const alias = aliases.next('choice');
  const number = columnSql(alias, 'number');
  const expressions = results.map((result, index) => guarded(scope, SQL`${number} = ${index}`).value(result));
  const { type, sql } = unified(expressions);
  const numbers = results.map((_, index) => wordSql(String(index)));
  const chosen = SQL`SELECT ${caseSql(subject, tests, numbers)} AS "number"${guard === undefined ? NOTHING : SQL` WHERE ${guard}`}`;
  return typed(SQL`(SELECT ${caseSql(number, numbers, sql)} FROM (${chosen}) AS ${alias})`, type);
}

/** Whether the results need a guard, and their tests, which are made for each row or each group by itself, can be put into a query. */
function isGuarded({ node, scope, results }: Choice): boolean {
  return (
    results.some((result) => hasFallibleQuery(result)) &&
    !aggregateIn(node) &&
    !windowIn(node) &&
    !isIntractable(node) &&
    readsKeysAlone(node, scope)
  );
}

/** Whether a node has FULL JOIN, WITH, or IN over a query: in queries that depend on another DuckDB does not always take them, or fails. */
function isIntractable(node: TreeNode): boolean {
  return (
    (node.type === 'Join' && node.kind === 'FULL') ||
    (node.type === 'PipeJoin' && node.clause.kind === 'FULL') ||
    (node.type === 'Query' && node.with !== undefined) ||
    node.type === 'PipeWith' ||
    (node.type === 'In' && queryIn(node) !== undefined) ||
    partsOf(node).some(isIntractable)
  );
}

/** The scope for queries that have no rows unless this holds. */
function guarded(scope: Scope, own: Sql): Scope {
  const { guard } = scope.context;
  return scope.guarded(guard === undefined ? own : SQL`${guard} AND ${own}`);
}

function caseSql(subject: Sql, tests: readonly Sql[], results: readonly Sql[]): Sql {
  const branches = tests.map((test, index) => [test, results[index] ?? NOTHING] as const);
  return caseOf(subject, branches, results.length > tests.length ? results.at(-1) : undefined);
}

/** `CASE WHEN condition THEN result … END`, with or without a value behind CASE. */
export function caseExpression(node: CaseNode, scope: Scope): Expression {
  const { arms, otherwise } = node;
  const results = [...arms.map(({ result }) => result), ...(otherwise ? [otherwise] : [])];
  return choose({ node, scope, ...testsOf(node, scope), results });
}

/** DuckDB's SQL behind CASE, and behind each WHEN. */
function testsOf(node: CaseNode, scope: Scope) {
  const { subject } = node;
  const conditions = node.arms.map(({ when }) => when);
  if (!subject) return { subject: NOTHING, tests: conditions.map((condition) => scope.condition(condition)) };
  const value = scope.value(subject);
  const others = conditions.map((condition) => scope.value(condition));
  const { type, sql } = unified([value, ...others]);
  if (isUnlike(type)) {
    if (!isPlain(value)) throw unsupportedAt(node, `CASE over a computed value of type ${typeName(type)}`);
    return { subject: NOTHING, tests: others.map((other) => equality(value, other)) };
  }
  refuseInexact(type, node, 'CASE');
  return { subject: sql[0] ?? NOTHING, tests: sql.slice(1) };
}
