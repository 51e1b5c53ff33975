import { refuseWindowAlias } from '../../../../googlesql/resolver/select-aliases.js';
import { byPlace } from '../../../../googlesql/tokens/text-position.js';
import { type WindowNode, type CallNode, type ExpressionNode } from '../../../../googlesql/ast/nodes.js';
import { type DialectError, errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
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
import { AGGREGATE_NAMES, CATALOGUE, WINDOW_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { OTHER_NAMES, OTHER_WORDS } from '../../../../googlesql/functions/other-dialects.js';
import { suggestion } from '../../../../errors/suggestion.js';
import { refuseAggregate, refuseWindow } from '../../../../googlesql/resolver/aggregation.js';
import { type Expression } from '../expression.js';
import { AGGREGATE_FUNCTIONS } from '../functions/aggregates/aggregates.js';
import { oneQuantile } from '../functions/aggregates/quantiles.js';
import { WINDOW_FUNCTIONS } from '../functions/aggregates/windows.js';
import { overExtreme } from '../grouping/having-extreme.js';
import { RANDOM_FUNCTIONS } from '../queries/random-columns.js';
import { byOverload, FunctionCall, type FunctionRule, type Rule } from '../rule.js';
import { safeCall } from './safe-calls.js';
import { notePattern } from './written-pattern.js';
import { type Scope } from '../names/scope.js';
import { resolveWindow } from '../../../../googlesql/resolver/windows/windows.js';
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
  const call = callOf(node, scope);
  const found = CATALOGUE.has(call.name) ? FUNCTIONS.get(call.name) : undefined;
  if (!found) throw unknownFunction(node, call.name);
  const rule = typeof found === 'function' ? found : byOverload(found);
  const isAggregate = AGGREGATE_NAMES.has(call.name) && call.over.length === 0;
  const isRestricted = isAggregate && node.having && call.name !== 'ANY_VALUE';
  const compile: FunctionRule = isRestricted ? (each) => overExtreme(each, rule) : rule;
  const expression = node.isSafe ? safeCall(call, compile) : compile(call);
  if (isAggregate) refuseOuterAggregate(call, expression);
  refuseOtherClauses(call);
  notePattern(call);
  return expression;
}

/** Refuses further clauses after the rule has run, since it understands some beyond plain arguments. */
function refuseOtherClauses({ node, understood }: FunctionCall): void {
  const { distinct, nulls, having, orderBy, limit } = node;
  const clauses = [distinct, nulls, having, orderBy, limit].flatMap((clause) => clause ?? []);
  const [other] = clauses.filter((clause) => !understood.has(clause)).sort(byPlace);
  if (other) throw unsupportedAt(other, `"${other.text}" here`);
}

function unknownFunction(node: CallNode, name: string): DialectError {
  const other = OTHER_WORDS.get(name);
  if (other !== undefined) return errorAt(node, `GoogleSQL has ${other}`);
  const meant = OTHER_NAMES.get(name) ?? suggestion(name, [...FUNCTIONS.keys()], 1);
  return unsupportedAt(node, `function ${name}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`);
}

/** `APPROX_QUANTILES(x, n)[OFFSET(k)]` as one quantile; undefined if the array is anything else. */
export function quantileElement(array: ExpressionNode, offset: Expression, scope: Scope): Expression | undefined {
  if (array.type !== 'Call' || typeof offset.literal !== 'bigint') return undefined;
  const call = callOf(array, scope);
  const expression = call.name === 'APPROX_QUANTILES' ? oneQuantile(call, offset.literal) : undefined;
  if (expression) refuseOtherClauses(call);
  return expression;
}

function callOf(node: CallNode, scope: Scope): FunctionCall {
  const { name, args, isSafe, over } = node;
  if (isSafe && (over || WINDOW_NAMES.has(name) || AGGREGATE_NAMES.has(name))) {
    throw errorAt(node, 'SAFE. goes with scalar functions alone');
  }
  if (over) return windowCall(node, over, scope);
  if (WINDOW_NAMES.has(name)) throw errorAt(node, `${name} needs OVER (…)`);
  if (!AGGREGATE_NAMES.has(name)) return new FunctionCall(node, scope);
  const keys = [...(node.orderBy?.items.map(({ key }) => key) ?? []), ...(node.having ? [node.having.key] : [])];
  for (const part of [...args, ...keys]) refuseInner(part, name);
  return new FunctionCall(node, scope.aggregated);
}

function refuseInner(node: ExpressionNode, name: string): void {
  refuseAggregate(node, `inside ${name} it has no groups; work it out in a WITH query first`);
  refuseWindow(node, name);
}

function windowCall(node: CallNode, over: WindowNode, scope: Scope): FunctionCall {
  const { name, args } = node;
  const traits = CATALOGUE.get(name);
  if (!traits || traits.kind === 'scalar') {
    throw FUNCTIONS.has(name) ? errorAt(node, `${name} takes no OVER`) : unknownFunction(node, name);
  }
  for (const arg of args) {
    refuseWindow(arg, name);
    refuseWindowAlias(arg, scope, name);
  }
  const window = resolveWindow(over, scope);
  if (traits.order === 'needed' && window.keys.length === 0) throw errorAt(node, `${name} needs ORDER BY in its OVER`);
  if (traits.order === 'refused' && window.keys.length > 0)
    throw errorAt(node, `${name} takes no ORDER BY in its OVER`);
  if (traits.frame === 'refused' && window.frame) throw errorAt(node, `${name} takes no frame of ROWS or RANGE`);
  if (node.distinct && window.keys.length > 0) {
    throw errorAt(node, `${name}(DISTINCT …) takes no ORDER BY in its OVER`);
  }
  const clause = node.orderBy ?? node.limit ?? node.having;
  if (clause) {
    const words = clause === node.orderBy ? 'ORDER BY' : clause.text.toUpperCase();
    throw errorAt(node, `${name} … OVER takes no ${words} in its parentheses`);
  }
  return new FunctionCall(node, scope, args, overSql(window));
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
