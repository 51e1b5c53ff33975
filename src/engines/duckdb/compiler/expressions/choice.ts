import { aggregateIn, callsIn, queryIn, windowIn } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { type Expression, typed } from '../expression.js';
import { compileExpression, unified } from './expressions.js';
import { hasFallibleQuery } from '../sandbox/fallible.js';
import { RANDOM_FUNCTIONS } from '../functions/numbers/random.js';
import { readsKeysAlone } from '../grouping/group-columns.js';
import { Scope } from '../names/scope.js';

/** CASE or IF. Where there is one result more than there are tests, it is that of ELSE. */
export interface Choice {
  readonly node: CstNode;
  readonly scope: Scope;
  /** DuckDB SQL: what stands behind CASE, and behind each WHEN. */
  readonly subject: string;
  readonly tests: readonly string[];
  readonly results: readonly CstNode[];
  readonly what: string;
}

/**
 * The result whose test holds, and none of the others. DuckDB runs every query in an expression, whether its value is used or not.
 * So where one might fail, the number of the result is worked out first, and such a query has no rows unless it is its own.
 */
export function choose(choice: Choice): Expression {
  const { node, scope, subject, tests, results, what } = choice;
  if (!isGuarded(choice)) {
    const { type, sql } = unified(
      results.map((result) => compileExpression(result, scope)),
      results[0] ?? node,
      what,
    );
    return typed(caseSql(subject, tests, sql), type);
  }
  const { aliases, guard } = scope.context;
  const alias = aliases.next('choice');
  const number = `${alias}."number"`;
  const expressions = results.map((result, index) => compileExpression(result, guarded(scope, `${number} = ${index}`)));
  const { type, sql } = unified(expressions, results[0] ?? node, what);
  const numbers = results.map((_, index) => String(index));
  const chosen = `SELECT ${caseSql(subject, tests, numbers)} AS "number"${guard === undefined ? '' : ` WHERE ${guard}`}`;
  return typed(`(SELECT ${caseSql(number, numbers, sql)} FROM (${chosen}) AS ${alias})`, type);
}

/** What is worked out for each row or each group by itself can be put into a query. */
function isGuarded({ node, scope, results }: Choice): boolean {
  return (
    results.some(hasFallibleQuery) &&
    !aggregateIn(node) &&
    !windowIn(node) &&
    callsIn(node, ...RANDOM_FUNCTIONS.keys()).length === 0 &&
    !isIntractable(node) &&
    readsKeysAlone(node, scope)
  );
}

/** FULL JOIN, WITH, and IN over a query: in queries that depend on another DuckDB does not always take them, or fails. */
function isIntractable(node: CstNode): boolean {
  const join = node.child('join_type') ?? node.child('method');
  return (
    join?.keyword === 'FULL' ||
    node.has('with') ||
    node.type === 'WithPipeOperator' ||
    (node.type === 'InOperator' && queryIn(node) !== undefined) ||
    node.children().some(isIntractable)
  );
}

/** The same names, for queries that have no rows unless this holds. */
function guarded(scope: Scope, own: string): Scope {
  const { context, aggregated, groupColumns } = scope;
  const guard = context.guard === undefined ? own : `${context.guard} AND ${own}`;
  return new Scope({ ...context, guard }, [], { parent: scope, aggregated, groupColumns });
}

function caseSql(subject: string, tests: readonly string[], results: readonly string[]): string {
  const branches = tests.map((test, index) => `WHEN ${test} THEN ${results[index] ?? ''}`);
  const otherwise = results.length > tests.length ? ` ELSE ${results.at(-1) ?? ''}` : '';
  return `CASE ${subject} ${branches.join(' ')}${otherwise} END`;
}
