import { queryArgument } from '../../../../googlesql/resolver/functions/call-value.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { choose } from '../expressions/choice.js';
import { isUnlike } from '../../../../googlesql/resolver/expressions/equality.js';
import { equality } from '../expressions/equality.js';
import { typed } from '../expression.js';
import { type FunctionCall, type FunctionRule } from '../rule.js';
import { once } from '../expressions/struct-value.js';
import { BOOL, isNested, type SqlType, STRING, typeName } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, type Sql, wordSql } from '../sql-tree/sql.js';

export const CONDITIONAL_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map<string, FunctionRule>([
  [
    'IF',
    (call) => {
      const { node, scope, args } = call;
      const tests = [call.as(0, BOOL)];
      return choose({ node, scope, subject: NOTHING, tests, results: args.slice(1) });
    },
  ],
  ['COALESCE', coalesce],
  ['IFNULL', coalesce],
  [
    'NULLIF',
    (call) => {
      const { type, sql } = call.unified();
      if (isUnlike(type)) return unlessEqual(type, sql);
      return SQL`nullif(${joinSql(sql)})`;
    },
  ],
  ['ERROR', (call) => SQL`bq_error(${call.as(0, STRING)})`],
  ['GREATEST', (call) => extreme(call, 'greatest')],
  ['LEAST', (call) => extreme(call, 'least')],
  [
    'EXISTS',
    (call) => {
      const subquery = queryArgument(call);
      const { compiler } = call.scope.context;
      const ofRecord = compiler.recordQuery(subquery, call.scope);
      if (ofRecord) return typed(SQL`coalesce(${ofRecord.where ?? SQL`true`}, false)`, BOOL);
      return typed(SQL`EXISTS (${compiler.query(subquery, call.scope, false).sql})`, BOOL);
    },
  ],
]);

/** NULLIF by GoogleSQL's equality. */
function unlessEqual(type: SqlType, [first = NOTHING, second = NOTHING]: readonly Sql[]) {
  const sides = [typed(first, type), typed(second, type)] as const;
  const unless = ([a, b]: typeof sides) => SQL`CASE WHEN ${equality(a, b)} THEN NULL ELSE ${a.sql} END`;
  return type.kind === 'STRUCT' ? once(sides, unless) : unless(sides);
}

function coalesce(call: FunctionCall) {
  return SQL`coalesce(${joinSql(call.unified().sql)})`;
}

/** GREATEST and LEAST: GoogleSQL's answer is NULL as soon as one argument is; DuckDB passes over NULLs. */
function extreme(call: FunctionCall, name: 'greatest' | 'least') {
  const { type, sql } = call.unified();
  if (isNested(type)) throw unsupportedAt(call.node, `${call.name} over values of type ${typeName(type)}`);
  const any = (test: (each: Sql) => Sql) => joinSql(sql.map(test), ' OR ');
  // One NaN makes the answer NaN.
  const anyNan =
    type.kind === 'FLOAT64' ? SQL`WHEN ${any((each) => SQL`isnan(${each})`)} THEN 'nan'::DOUBLE ` : NOTHING;
  const found = SQL`${anyNan}ELSE ${wordSql(name)}(${joinSql(sql)})`;
  return SQL`CASE WHEN ${any((each) => SQL`${each} IS NULL`)} THEN NULL ${found} END`;
}
