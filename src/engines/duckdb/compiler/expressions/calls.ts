import { callType } from '../../../../googlesql/resolver/functions/call-value.js';
import { unknownFunction } from '../../../../googlesql/resolver/functions/known-function.js';
import { elementOf, INT64, isUndecided, NULL } from '../../../../googlesql/types/types.js';
import { SQL, typeSql } from '../sql-tree/sql.js';
import { typed } from '../expression.js';
import { type CallNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { TRUNCATION_FUNCTIONS } from '../functions/times/truncations.js';
import { TIMESTAMP_FUNCTIONS } from '../functions/times/timestamps.js';
import { TIME_TEXT_FUNCTIONS } from '../functions/times/time-texts.js';
import { STRING_FUNCTIONS } from '../functions/texts/strings.js';
import { REGULAR_EXPRESSION_FUNCTIONS } from '../functions/texts/regular-expressions.js';
import { ENCODING_FUNCTIONS } from '../functions/texts/encodings.js';
import { NUMBER_FUNCTIONS } from '../functions/numbers/numbers.js';
import { JSON_FUNCTIONS } from '../functions/json/json.js';
import { FORMAT_FUNCTIONS } from '../functions/texts/format.js';
import { EXTRACTION_FUNCTIONS } from '../functions/times/extractions.js';
import { DATE_FUNCTIONS } from '../functions/times/dates.js';
import { DATE_ARITHMETIC_FUNCTIONS } from '../functions/times/date-arithmetic.js';
import { CONVERSION_FUNCTIONS } from '../functions/conversions.js';
import { CONDITIONAL_FUNCTIONS } from '../functions/conditionals.js';
import { BUCKET_FUNCTIONS } from '../functions/times/buckets.js';
import { ARRAY_FUNCTIONS } from '../functions/arrays.js';
import { AGGREGATE_NAMES, CATALOGUE } from '../../../../googlesql/functions/catalogue.js';
import { type Expression } from '../expression.js';
import { AGGREGATE_FUNCTIONS } from '../functions/aggregates/aggregates.js';
import { oneQuantile } from '../functions/aggregates/quantiles.js';
import { WINDOW_FUNCTIONS } from '../functions/aggregates/windows.js';
import { overExtreme } from '../grouping/having-extreme.js';
import { RANDOM_FUNCTIONS } from '../queries/random-columns.js';
import { byOverload, type CallWriter, FunctionCall, type FunctionRule, type Rule } from '../rule.js';
import { safeCall } from './safe-calls.js';
import { notePattern } from './written-pattern.js';
import { type Scope } from '../names/scope.js';
import { overSql } from '../queries/windows.js';

/** Every GoogleSQL function that the embedded engine has. */
export const FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...AGGREGATE_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...BUCKET_FUNCTIONS,
  ...CONDITIONAL_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...DATE_ARITHMETIC_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...EXTRACTION_FUNCTIONS,
  ...FORMAT_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...RANDOM_FUNCTIONS,
  ...REGULAR_EXPRESSION_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...TIME_TEXT_FUNCTIONS,
  ...TIMESTAMP_FUNCTIONS,
  ...TRUNCATION_FUNCTIONS,
  ...WINDOW_FUNCTIONS,
]);

export function callFunction(node: CallNode, scope: Scope): Expression {
  const rule = ruleOf(node);
  const isAggregate = AGGREGATE_NAMES.has(node.name) && !node.over;
  const call = callOf(node, scope);
  const compile: CallWriter = (each) => lowered(each, rule);
  const isRestricted = isAggregate && node.having && node.name !== 'ANY_VALUE';
  const whole: CallWriter = isRestricted ? (each) => overExtreme(each, compile) : compile;
  const expression = node.isSafe ? safeCall(call, whole) : whole(call);
  if (isAggregate) refuseOuterAggregate(call, expression);
  notePattern(call);
  return expression;
}

/** Functions whose rules tell the type: those of queries compile these, and IF compiles its results behind a guard. */
const TYPED_BY_RULES: ReadonlySet<string> = new Set(['ARRAY', 'EXISTS', 'IF']);

/** Writes a call, whose type GoogleSQL decides. */
function lowered(call: FunctionCall, rule: FunctionRule): Expression {
  const type = TYPED_BY_RULES.has(call.name) ? NULL : callType(call);
  const made = rule(call, type);
  const value = 'sql' in made ? made : typed(made, type);
  // A function of NULL alone, such as MAX(NULL), is an INT64, which DuckDB would not make of it.
  return isUndecided(value.type) ? typed(SQL`CAST(${value.sql} AS ${typeSql(INT64)})`, INT64) : value;
}

function ruleOf(node: CallNode): FunctionRule {
  const { name } = node;
  const found = CATALOGUE.has(name) ? FUNCTIONS.get(name) : undefined;
  if (!found) throw unknownFunction(node);
  return typeof found === 'function' ? found : byOverload(found);
}

/** `APPROX_QUANTILES(x, n)[OFFSET(k)]` as one quantile; undefined if the array is anything else. */
export function quantileElement(array: ExpressionNode, offset: Expression, scope: Scope): Expression | undefined {
  if (array.type !== 'Call' || array.name !== 'APPROX_QUANTILES' || typeof offset.literal !== 'bigint')
    return undefined;
  const call = callOf(array, scope);
  const sql = oneQuantile(call, offset.literal);
  return sql && typed(sql, elementOf(callType(call)));
}

/** A call among the names that its arguments see, with its window. */
function callOf(node: CallNode, scope: Scope): FunctionCall {
  const { name, over } = node;
  if (over) return new FunctionCall(node, scope, overSql(scope.context.resolution.windows.of(over), scope));
  return new FunctionCall(node, AGGREGATE_NAMES.has(name) ? scope.aggregated : scope);
}

/**
 * Refuses an aggregate function over columns of a query around alone: GoogleSQL takes it for one of the query that it stands in, DuckDB
 * for one of the query around.
 */
function refuseOuterAggregate({ node, name, scope }: FunctionCall, { sql }: Expression): void {
  if (!scope.isReadBy(sql) && scopesAround(scope).some((outer) => outer.isReadBy(sql))) {
    throw unsupportedAt(node, `${name} over columns of the query around alone`);
  }
}

function scopesAround({ parent }: Scope): Scope[] {
  return parent ? [parent, ...scopesAround(parent)] : [];
}
