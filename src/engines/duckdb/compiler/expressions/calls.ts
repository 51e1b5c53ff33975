import { suggestion } from '../../../../errors/suggestion.js';
import { refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type CstNode, type DialectError } from '../cst.js';
import { type Expression } from '../expression.js';
import { AGGREGATE_FUNCTIONS } from '../functions/aggregates/aggregates.js';
import { ARRAY_FUNCTIONS } from '../functions/arrays.js';
import { BUCKET_FUNCTIONS } from '../functions/times/buckets.js';
import { CONDITIONAL_FUNCTIONS } from '../functions/conditionals.js';
import { CONVERSION_FUNCTIONS } from '../functions/conversions.js';
import { DATE_ARITHMETIC_FUNCTIONS } from '../functions/times/date-arithmetic.js';
import { DATE_FUNCTIONS } from '../functions/times/dates.js';
import { EXTRACTION_FUNCTIONS } from '../functions/times/extractions.js';
import { FORMAT_FUNCTIONS } from '../functions/texts/format.js';
import { JSON_FUNCTIONS } from '../functions/json/json.js';
import { NUMBER_FUNCTIONS } from '../functions/numbers/numbers.js';
import { oneQuantile } from '../functions/aggregates/quantiles.js';
import { ENCODING_FUNCTIONS } from '../functions/texts/encodings.js';
import { REGULAR_EXPRESSION_FUNCTIONS } from '../functions/texts/regular-expressions.js';
import { STRING_FUNCTIONS } from '../functions/texts/strings.js';
import { TIME_TEXT_FUNCTIONS } from '../functions/times/time-texts.js';
import { TIMESTAMP_FUNCTIONS } from '../functions/times/timestamps.js';
import { TRUNCATION_FUNCTIONS } from '../functions/times/truncations.js';
import { WINDOW_FUNCTIONS } from '../functions/aggregates/windows.js';
import { overExtreme } from '../grouping/having-extreme.js';
import { pathText } from '../literals/literals.js';
import { compileAggregate } from '../grouping/outer-aggregate.js';
import { refuseRandom } from '../queries/random-columns.js';
import { type FunctionCall, type FunctionRule } from '../rule.js';
import { safeCall, safeName } from './safe-calls.js';
import { type Scope } from '../names/scope.js';
import { refuseWindowAlias } from './select-aliases.js';
import { overSql, overWindow } from '../queries/windows.js';

/** Every GoogleSQL function that the embedded engine has. */
export const FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map([
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
  ...REGULAR_EXPRESSION_FUNCTIONS,
  ...STRING_FUNCTIONS,
  ...TIME_TEXT_FUNCTIONS,
  ...TIMESTAMP_FUNCTIONS,
  ...TRUNCATION_FUNCTIONS,
  ...[...WINDOW_FUNCTIONS].map(([name, { rule }]) => [name, rule] as const),
]);

/** What other dialects call functions that GoogleSQL has, too. */
const OTHER_NAMES: ReadonlyMap<string, string> = new Map([
  ['JSON_EXTRACT_PATH_TEXT', 'JSON_VALUE'],
  ['NVL', 'IFNULL'],
]);

export function callFunction(node: CstNode, scope: Scope): Expression {
  const call = callOf(node, scope);
  const rule = FUNCTIONS.get(call.name);
  if (!rule) throw unknownFunction(node, call.name);
  const isAggregate = AGGREGATE_FUNCTIONS.has(call.name) && call.over === '';
  const isRestricted = isAggregate && node.has('having') && call.name !== 'ANY_VALUE';
  const rows: FunctionRule = isRestricted ? (each) => overExtreme(each, rule) : rule;
  const compile: FunctionRule = isAggregate ? (each) => compileAggregate(each, rows) : rule;
  const expression = safeName(node.need('func')) ? safeCall(call, compile) : compile(call);
  // After the rule, which claims what it understands beyond plain arguments, such as DISTINCT.
  node.only();
  return expression;
}

/** What GoogleSQL writes otherwise. */
const OTHER_WORDS: ReadonlyMap<string, string> = new Map([
  ['CHARINDEX', 'no function CHARINDEX; write STRPOS(text, part)'],
  ['CONVERT', 'no function CONVERT; write CAST(x AS type)'],
  ['DATEADD', 'no function DATEADD; write DATE_ADD(d, INTERVAL 1 DAY), or TIMESTAMP_ADD'],
  ['DATEDIFF', 'no function DATEDIFF; write DATE_DIFF(later, earlier, DAY), or TIMESTAMP_DIFF'],
  ['DATE_FORMAT', "no function DATE_FORMAT; write FORMAT_TIMESTAMP('%F', ts), or FORMAT_DATE"],
  ['DATE_PART', 'no function DATE_PART; write EXTRACT(HOUR FROM ts)'],
  ['DECODE', 'no function DECODE; write CASE x WHEN … THEN … END'],
  ['FROM_UNIXTIME', 'no function FROM_UNIXTIME; write TIMESTAMP_SECONDS(n)'],
  ['GETDATE', 'no function GETDATE; write CURRENT_TIMESTAMP()'],
  ['GROUP_CONCAT', "no function GROUP_CONCAT; write STRING_AGG(x, ',')"],
  ['IIF', 'no function IIF; write IF(condition, x, y)'],
  ['ISNULL', 'no function ISNULL; write x IS NULL, or IFNULL(x, y)'],
  ['LEN', 'no function LEN; write LENGTH(text)'],
  ['LISTAGG', "no function LISTAGG; write STRING_AGG(x, ',')"],
  ['MEDIAN', 'no function MEDIAN; write APPROX_QUANTILES(x, 2)[OFFSET(1)], or PERCENTILE_CONT(x, 0.5) OVER ()'],
  ['NOW', 'no function NOW; write CURRENT_TIMESTAMP()'],
  ['NVL2', 'no function NVL2; write IF(x IS NULL, z, y)'],
  ['ON', 'no DISTINCT ON; write QUALIFY ROW_NUMBER() OVER (PARTITION BY … ORDER BY …) = 1'],
  ['STRFTIME', "no function STRFTIME; write FORMAT_TIMESTAMP('%F', ts)"],
  ['TO_CHAR', "no function TO_CHAR; write FORMAT_TIMESTAMP('%F', ts), or CAST(x AS STRING)"],
  ['TO_DATE', "no function TO_DATE; write PARSE_DATE('%F', text), or CAST(text AS DATE)"],
  ['TO_NUMBER', 'no function TO_NUMBER; write CAST(text AS INT64)'],
  ['TO_TIMESTAMP', "no function TO_TIMESTAMP; write PARSE_TIMESTAMP('%F', text), or TIMESTAMP_SECONDS(n)"],
  ['TOP', 'no TOP; write LIMIT at the end of the query'],
  ['UNIX_TIMESTAMP', 'no function UNIX_TIMESTAMP; write UNIX_SECONDS(ts)'],
]);

function unknownFunction(node: CstNode, name: string): DialectError {
  const other = OTHER_WORDS.get(name);
  if (other !== undefined) return node.error(`GoogleSQL has ${other}`);
  const meant = OTHER_NAMES.get(name) ?? suggestion(name, [...FUNCTIONS.keys()], 1);
  return node.unsupported(`function ${name}${meant === undefined ? '' : ` (did you mean ${meant}?)`}`);
}

/** `APPROX_QUANTILES(x, n)[OFFSET(k)]` as one quantile; undefined if the array is anything else. */
export function quantileElement(array: CstNode, offset: Expression, scope: Scope): Expression | undefined {
  if (array.type !== 'CallingFunction' || typeof offset.literal !== 'bigint') return undefined;
  const call = callOf(array, scope);
  const expression = call.name === 'APPROX_QUANTILES' ? oneQuantile(call, offset.literal) : undefined;
  if (expression) array.only();
  return expression;
}

function callOf(node: CstNode, scope: Scope): FunctionCall {
  const prefixed = safeName(node.need('func'));
  const func = prefixed ?? node.need('func');
  if (func.type !== 'Identifier') throw func.unsupported(`function ${pathText(func)}`);
  func.only();
  node.claim('func', 'args');
  const name = func.keyword;
  const args = node.list('args');
  const over = node.child('over');
  if (over || AGGREGATE_FUNCTIONS.has(name)) for (const arg of args) refuseRandom(arg, name);
  if (prefixed && (over || WINDOW_FUNCTIONS.has(name) || AGGREGATE_FUNCTIONS.has(name))) {
    throw node.error('SAFE. goes with scalar functions alone');
  }
  if (over) return windowCall({ node, name, args, scope, over: '' }, over);
  if (WINDOW_FUNCTIONS.has(name)) throw node.error(`${name} needs OVER (…)`);
  if (!AGGREGATE_FUNCTIONS.has(name)) return { node, name, args, scope, over: '' };
  for (const part of [...args, node.child('orderby'), node.child('having')]) if (part) refuseInner(part, name);
  return { node, name, args, scope: scope.aggregated, over: '' };
}

function refuseInner(node: CstNode, name: string): void {
  refuseAggregate(node, `inside ${name} it has no groups; work it out in a WITH query first`);
  refuseWindow(node, name);
}

function windowCall(call: FunctionCall, over: CstNode): FunctionCall {
  const { node, name, args, scope } = call;
  const traits = WINDOW_FUNCTIONS.get(name);
  if (!traits && !AGGREGATE_FUNCTIONS.has(name)) {
    throw FUNCTIONS.has(name) ? node.error(`${name} takes no OVER`) : unknownFunction(node, name);
  }
  for (const arg of args) {
    refuseWindow(arg, name);
    refuseWindowAlias(arg, scope, name);
  }
  const window = overWindow(over, scope);
  if (traits?.isOrdered && window.order.length === 0) throw node.error(`${name} needs ORDER BY in its OVER`);
  if (traits?.isUnordered && window.order.length > 0) throw node.error(`${name} takes no ORDER BY in its OVER`);
  if (traits?.isFrameless && window.frame) throw node.error(`${name} takes no frame of ROWS or RANGE`);
  if (node.has('distinct') && window.order.length > 0) {
    throw node.error(`${name}(DISTINCT …) takes no ORDER BY in its OVER`);
  }
  const clause = ['orderby', 'limit', 'having'].find((each) => node.has(each));
  if (clause)
    throw node.error(
      `${name} … OVER takes no ${clause === 'orderby' ? 'ORDER BY' : clause.toUpperCase()} in its parentheses`,
    );
  node.claim('over');
  return { ...call, over: overSql(window) };
}
