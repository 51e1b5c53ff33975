import { choose } from '../expressions/choice.js';
import { equality, isUnlike } from '../expressions/equality.js';
import { typed } from '../expression.js';
import { compileAs, compileCondition, unify } from '../expressions/expressions.js';
import { argument, type FunctionCall, expectArguments, type FunctionRule } from '../rule.js';
import { compileQuery } from '../queries/query.js';
import { once } from '../expressions/struct-value.js';
import { BOOL, isNested, type SqlType, STRING, typeName } from '../../../../googlesql/types/types.js';

export const CONDITIONAL_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'IF',
    (call) => {
      expectArguments(call, 3);
      const { node, scope, args } = call;
      const tests = [compileCondition(argument(call, 0), scope)];
      return choose({ node, scope, subject: '', tests, results: args.slice(1), what: 'the results of IF' });
    },
  ],
  [
    'COALESCE',
    (call) => {
      expectArguments(call, 1, 1000);
      return coalesce(call);
    },
  ],
  [
    'IFNULL',
    (call) => {
      expectArguments(call, 2);
      return coalesce(call);
    },
  ],
  [
    'NULLIF',
    (call) => {
      expectArguments(call, 2);
      const { type, sql } = unify(call.args, call.scope, 'the arguments of NULLIF');
      if (isUnlike(type)) return unlessEqual(call, type, sql);
      if (isNested(type)) throw call.node.error(`NULLIF compares its arguments, and ${typeName(type)} cannot be`);
      return typed(`nullif(${sql.join(', ')})`, type);
    },
  ],
  [
    'ERROR',
    (call) => {
      expectArguments(call, 1);
      return typed(`bq_error(${compileAs(argument(call, 0), call.scope, STRING)})`, { kind: 'ERROR' });
    },
  ],
  ['GREATEST', (call) => extreme(call, 'greatest')],
  ['LEAST', (call) => extreme(call, 'least')],
  [
    'EXISTS',
    (call) => {
      expectArguments(call, 1);
      return typed(`EXISTS (${compileQuery(argument(call, 0), call.scope.context, call.scope).sql})`, BOOL);
    },
  ],
]);

/** NULLIF by GoogleSQL's equality. */
function unlessEqual(call: FunctionCall, type: SqlType, [first = '', second = '']: readonly string[]) {
  const sides = [typed(first, type), typed(second, type)] as const;
  const unless = ([a, b]: typeof sides) => `CASE WHEN ${equality(a, b, call.node)} THEN NULL ELSE ${a.sql} END`;
  return typed(type.kind === 'STRUCT' ? once(sides, unless) : unless(sides), type);
}

function coalesce(call: FunctionCall) {
  const { type, sql } = unify(call.args, call.scope, `the arguments of ${call.name}`);
  return typed(`coalesce(${sql.join(', ')})`, type);
}

/** GoogleSQL's answer is NULL as soon as one argument is; DuckDB passes over NULLs. */
function extreme(call: FunctionCall, name: 'greatest' | 'least') {
  expectArguments(call, 1, 1000);
  const { type, sql } = unify(call.args, call.scope, `the arguments of ${call.name}`);
  if (isNested(type)) throw call.node.unsupported(`${call.name} over values of type ${typeName(type)}`);
  const anyNull = sql.map((each) => `${each} IS NULL`).join(' OR ');
  // One NaN makes the answer NaN.
  const anyNan = `WHEN ${sql.map((each) => `isnan(${each})`).join(' OR ')} THEN 'nan'::DOUBLE `;
  return typed(
    `CASE WHEN ${anyNull} THEN NULL ${type.kind === 'FLOAT64' ? anyNan : ''}ELSE ${name}(${sql.join(', ')}) END`,
    type,
  );
}
