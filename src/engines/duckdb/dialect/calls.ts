import { refuseAggregate } from './aggregation.js';
import { type CstNode } from './cst.js';
import { type Expression } from './expression.js';
import { AGGREGATE_FUNCTIONS, oneQuantile } from './functions/aggregates.js';
import { ARRAY_FUNCTIONS } from './functions/arrays.js';
import { CONDITIONAL_FUNCTIONS } from './functions/conditionals.js';
import { CONVERSION_FUNCTIONS } from './functions/conversions.js';
import { DATE_FUNCTIONS } from './functions/dates.js';
import { NUMBER_FUNCTIONS } from './functions/numbers.js';
import { ENCODING_FUNCTIONS } from './functions/encodings.js';
import { REGULAR_EXPRESSION_FUNCTIONS } from './functions/regular-expressions.js';
import { STRING_FUNCTIONS } from './functions/strings.js';
import { TIMESTAMP_FUNCTIONS } from './functions/timestamps.js';
import { type Call, type Rule } from './rule.js';
import { type Scope } from './scope.js';

/** Every GoogleSQL function that the embedded engine has. */
export const FUNCTIONS: ReadonlyMap<string, Rule> = new Map([
  ...AGGREGATE_FUNCTIONS,
  ...ARRAY_FUNCTIONS,
  ...CONDITIONAL_FUNCTIONS,
  ...CONVERSION_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...NUMBER_FUNCTIONS,
  ...REGULAR_EXPRESSION_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...TIMESTAMP_FUNCTIONS,
]);

export function callFunction(node: CstNode, scope: Scope): Expression {
  const call = callOf(node, scope);
  const rule = FUNCTIONS.get(call.name);
  if (!rule) throw node.unsupported(`function ${call.name}`);
  const expression = rule(call);
  // After the rule, which claims what it understands beyond plain arguments, such as DISTINCT.
  node.only();
  return expression;
}

/** `APPROX_QUANTILES(x, n)[OFFSET(k)]` as one quantile; undefined if the array is anything else. */
export function quantileElement(array: CstNode, offset: Expression, scope: Scope): Expression | undefined {
  if (array.type !== 'CallingFunction' || typeof offset.literal !== 'bigint') return undefined;
  const call = callOf(array, scope);
  const expression = call.name === 'APPROX_QUANTILES' ? oneQuantile(call, offset.literal) : undefined;
  if (expression) array.only();
  return expression;
}

function callOf(node: CstNode, scope: Scope): Call {
  const func = node.need('func');
  if (func.type !== 'Identifier') throw func.unsupported('a function of another namespace');
  func.only();
  node.claim('func', 'args');
  const name = func.keyword;
  const args = node.list('args');
  if (!AGGREGATE_FUNCTIONS.has(name)) return { node, name, args, scope };
  for (const arg of args) refuseAggregate(arg, `inside ${name} it has no groups; work it out in a WITH query first`);
  return { node, name, args, scope: scope.aggregated };
}
