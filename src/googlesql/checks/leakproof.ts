import { namesZone } from '../types/time-literal.js';
import { type CallNode, type ExpressionNode, type PrefixNode, type QueryNode, type SelectNode } from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { functionsThat } from '../functions/catalogue.js';
import { isNumber } from '../resolver/literal-key.js';
import { isArrayItem, isTrue } from '../resolver/array-item.js';

// An engine may evaluate a condition on rows that another condition filters out. From one that can fail, its author learns something of
// these rows: PostgreSQL calls the others leakproof, and lets them alone pass a security barrier.

const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', '=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'IS']);

/** Functions that are defined for every value of the types below. */
const FUNCTIONS = functionsThat(({ leakproof }) => leakproof === 'always');

/** Functions that are leakproof in some forms. */
const FORMS: ReadonlyMap<string, (call: CallNode) => boolean> = new Map([
  ['REGEXP_CONTAINS', isSearch],
  ['TIMESTAMP_SUB', isTimeBeforeNow],
  ['TIMESTAMP_TRUNC', isTimeOfRow],
]);

/** Parts of a time that begin within the calendar, for any time. */
const PARTS_OF_TIME: ReadonlySet<string> = new Set(['SECOND', 'MINUTE', 'HOUR', 'DAY']);

/** Numbers of these parts that stay within the calendar from the present. */
const DISTANCE = /^\d{1,4}$/;

/** Types that are compared as they are, or as FLOAT64, which has a value for each of them. */
const TYPES = /^(?:STRING|BOOL|INT64|FLOAT64|TIMESTAMP)$/;

/** A query that may be read, with the types of its columns in GoogleSQL. */
interface TypedQuery {
  readonly columns: readonly { readonly type: string }[];
}

/**
 * Whether nothing that a query computes can fail, for any rows: it reads one of the sandbox's queries and the arrays of its rows, and has
 * only columns, comparisons with literals and counts.
 */
export function isLeakproof({ with: clause, body }: QueryNode, queries: readonly TypedQuery[]): boolean {
  return (
    clause === undefined &&
    body.type === 'Select' &&
    isHarmless(body) &&
    hasShortPatterns(body) &&
    queries.every(({ columns }) => columns.every(({ type }) => hasPlainTypes(type)))
  );
}

function hasPlainTypes(type: string): boolean {
  // The types stand last in STRUCT<name TYPE, …>.
  const scalars = type.split(/[<>,]+/).flatMap((part) => part.trim().split(' ').at(-1) ?? []);
  return scalars.every((name) => name === '' || name === 'ARRAY' || name === 'STRUCT' || TYPES.test(name));
}

/** Whether a node is harmless by a privilege that others lack; undefined where the privilege is not about it. */
export type Privilege = (node: TreeNode) => boolean | undefined;

/** Whether nothing that is computed for a node can fail, for any row. */
export function isHarmless(node: TreeNode, privilege: Privilege = () => undefined): boolean {
  const privileged = privilege(node);
  if (privileged !== undefined) return privileged;
  if (node.type === 'Call' && isPlain(node) && FORMS.get(node.name)?.(node)) return true;
  return isHarmlessItself(node) && partsOf(node).every((part) => isHarmless(part, privilege));
}

/** Whether a node itself is leakproof; types of nodes without a case here are not known to be. */
function isHarmlessItself(node: TreeNode): boolean {
  switch (node.type) {
    case 'Select':
      return isPlainSelect(node);
    case 'ExpressionItem':
    case 'BracketedJoin':
    case 'Name':
    case 'Star':
    case 'Field':
    case 'Brackets':
    case 'Between':
    case 'Integer':
    case 'Float':
    case 'Boolean':
    case 'Null':
      return true;
    case 'StarItem':
      return node.except.length === 0 && node.replace.length === 0;
    case 'Table':
      return node.offset === undefined;
    case 'UnnestItem':
      return node.offset === undefined && isPath(node.array);
    case 'Join':
      // Every row finds its own elements, and no condition is evaluated.
      return isArrayItem(node.right) && !node.using && (!node.on || isTrue(node.on));
    case 'String':
      // One that may stand for an instant in a named zone is read as the query runs, and may be none of this calendar.
      return !namesZone(node.value);
    case 'Prefix':
      return isHarmlessPrefix(node);
    case 'Binary':
      return OPERATORS.has(node.operator) && (node.operator !== 'LIKE' || isLikeness(node.right));
    case 'In':
      return node.among.type === 'List';
    case 'Call':
      return isPlain(node) && FUNCTIONS.has(node.name);
    default:
      return false;
  }
}

/** Whether a SELECT has only items, FROM, and clauses that pick, group and sort rows by these. */
function isPlainSelect({ rowsAs, groupBy, qualify, window, limit }: SelectNode): boolean {
  const hasOthers = [rowsAs, qualify, window].some((part) => part !== undefined);
  // A parameter may be no number of rows.
  const isNumbered = limit?.count.type !== 'Parameter' && limit?.offset?.type !== 'Parameter';
  return !hasOthers && isNumbered && (groupBy === undefined || groupBy.type === 'GroupByKeys');
}

/** Whether a call has arguments alone. */
export function isPlain({ isSafe, distinct, nulls, having, orderBy, limit, over }: CallNode): boolean {
  return !isSafe && [distinct, nulls, having, orderBy, limit, over].every((part) => part === undefined);
}

function isLikeness(pattern: ExpressionNode): boolean {
  return pattern.type === 'String' && isLinear(pattern.value);
}

/** `NOT condition`, `-1`, `TIMESTAMP '…'`. */
function isHarmlessPrefix({ operator, operand }: PrefixNode): boolean {
  if (operator === 'NOT') return true;
  return operator === 'TIMESTAMP' ? operand.type === 'String' : operator === '-' && isNumber(operand);
}

/** `TIMESTAMP_TRUNC(column, HOUR)` */
function isTimeOfRow({ args }: CallNode): boolean {
  const [value, part, ...others] = args;
  if (!value || part?.type !== 'Name' || others.length > 0) return false;
  return isPath(value) && isHarmless(value) && PARTS_OF_TIME.has(part.text.toUpperCase());
}

/** `TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)` */
function isTimeBeforeNow({ args }: CallNode): boolean {
  const [now, distance, ...others] = args;
  if (now?.type !== 'Call' || distance?.type !== 'Interval' || others.length > 0) return false;
  const isNow = now.name === 'CURRENT_TIMESTAMP' && isPlain(now) && now.args.length === 0;
  const { amount, part } = distance;
  return isNow && amount.type === 'Integer' && DISTANCE.test(amount.text) && PARTS_OF_TIME.has(part.text.toUpperCase());
}

/** `REGEXP_CONTAINS(column, 'pattern')` */
function isSearch({ args }: CallNode): boolean {
  const [value, pattern, ...others] = args;
  if (!value || pattern?.type !== 'String' || others.length > 0) return false;
  return isPath(value) && isHarmless(value) && isRegex(pattern.text);
}

export function isPath({ type }: TreeNode): boolean {
  return type === 'Name' || type === 'Field';
}

// The time of a search for a pattern must not reveal others' rows. If it took seconds for a long text, a condition that holds for a few of
// them, in front of one with such a pattern, would show in the deadline of the query.

/** Most characters of all patterns of a query together, for which one row takes no longer than its other conditions. */
const MAX_TOTAL_LENGTH = 200;

/** Patterns of ASCII that RE2 can read wherever JavaScript can: the error of any other is one of the rows that it is applied to. */
const REGEX = /^(?![^]*\(\?)(?:[\w \t.*+?|/:=<>,;%&@#!~^$()-]|\\[dDwWsSbB./*+?|()[\]{}^$-]){0,200}$/;

/**
 * Whether a search for the pattern of a LIKE is linear. An engine looks for the parts between percent signs from left to right; with an
 * underscore or a backslash in them, it tries for each of them every place that is left.
 */
export function isLinear(text: string): boolean {
  const parts = text.replace(/%+$/, '').split(/%+/);
  return !/[_\\]/.test(text) || parts.length <= 2;
}

/** Whether a literal is such a pattern. If it is not raw, a backslash in it is no backslash of the pattern. */
export function isRegex(literal: string): boolean {
  const [, raw = '', , text] = /^(r?)(['"])(.*)\2$/is.exec(literal) ?? [];
  // A text with quotes of its own may be the middle of a literal in three of them.
  if (text === undefined || !REGEX.test(text) || (raw === '' && text.includes('\\'))) return false;
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Whether all patterns of a query are short together. */
export function hasShortPatterns(node: TreeNode): boolean {
  return lengthOfPatterns(node) <= MAX_TOTAL_LENGTH;
}

function lengthOfPatterns(node: TreeNode): number {
  const own = patternOf(node);
  const length = own?.type === 'String' || own?.type === 'Bytes' ? own.text.length : 0;
  return partsOf(node).reduce((sum, part) => sum + lengthOfPatterns(part), length);
}

function patternOf(node: TreeNode): TreeNode | undefined {
  if (node.type === 'Call') return node.args[1];
  return node.type === 'Binary' && node.operator === 'LIKE' ? node.right : undefined;
}
