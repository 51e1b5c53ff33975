import { typed } from '../expression.js';
import { compileCondition, unify } from '../expressions.js';
import { argument, type Call, expectArguments, type Rule } from '../rule.js';
import { compileQuery } from '../query.js';
import { BOOL, typeName } from '../types.js';

export const CONDITIONAL_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [
    'IF',
    (call) => {
      expectArguments(call, 3);
      const condition = compileCondition(argument(call, 0), call.scope);
      const { type, sql } = unify(call.args.slice(1), call.scope, 'the results of IF');
      return typed(`CASE WHEN ${condition} THEN ${sql[0] ?? ''} ELSE ${sql[1] ?? ''} END`, type);
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
      if (['FLOAT64', 'STRUCT', 'ARRAY', 'JSON'].includes(type.kind)) {
        throw call.node.unsupported(`NULLIF over values of type ${typeName(type)}`);
      }
      return typed(`nullif(${sql.join(', ')})`, type);
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

function coalesce(call: Call) {
  const { type, sql } = unify(call.args, call.scope, `the arguments of ${call.name}`);
  return typed(`coalesce(${sql.join(', ')})`, type);
}

/** GoogleSQL's answer is NULL as soon as one argument is; DuckDB passes over NULLs. */
function extreme(call: Call, name: 'greatest' | 'least') {
  expectArguments(call, 1, 1000);
  const { type, sql } = unify(call.args, call.scope, `the arguments of ${call.name}`);
  if (['FLOAT64', 'BOOL', 'STRUCT', 'ARRAY', 'JSON'].includes(type.kind)) {
    throw call.node.unsupported(`${call.name} over values of type ${typeName(type)}`);
  }
  const anyNull = sql.map((each) => `${each} IS NULL`).join(' OR ');
  return typed(`CASE WHEN ${anyNull} THEN NULL ELSE ${name}(${sql.join(', ')}) END`, type);
}
