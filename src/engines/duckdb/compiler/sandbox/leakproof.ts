import { type SyntaxType } from '../../../../googlesql/parser/syntax-node.js';
import { type ReadableQuery } from '../../../sandbox/described-queries.js';
import { type CstNode } from '../cst.js';
import { decodeString } from '../literals/literals.js';
import { namesZone } from '../literals/time-literal.js';
import { hasShortPatterns, isLinear, isRegex } from './leakproof-patterns.js';

// An engine may evaluate a condition on rows that another condition filters out. Of one that can fail, whoever wrote it
// learns something of these rows: PostgreSQL calls the others leakproof, and lets them alone pass a security barrier.

/** What a node of each type may consist of; one with anything else, and one of another type, is not known to be leakproof. */
const PARTS: ReadonlyMap<SyntaxType, readonly string[]> = new Map<SyntaxType, readonly string[]>([
  ['SelectStatement', ['distinct_or_all', 'exprs', 'from', 'where', 'groupby', 'having', 'orderby', 'limit']],
  ['KeywordWithExpr', ['expr']],
  ['GroupByExprs', ['exprs', 'by']],
  ['XXXByExprs', ['exprs', 'by']],
  ['LimitClause', ['expr', 'offset']],
  ['JoinOperator', ['join_type', 'outer', 'left', 'right', 'on']],
  ['CallingUnnest', ['func', 'args']],
  ['CallingFunction', ['func', 'args']],
  ['Identifier', []],
  ['Asterisk', []],
  ['DotOperator', ['left', 'right']],
  ['GroupedExpr', ['expr']],
  ['GroupedExprs', ['exprs']],
  ['BinaryOperator', ['not', 'left', 'right']],
  ['BetweenOperator', ['not', 'left', 'right_min', 'right_max', 'and']],
  ['InOperator', ['not', 'left', 'right']],
  ['UnaryOperator', ['right']],
  ['NumericLiteral', []],
  ['StringLiteral', []],
  ['BooleanLiteral', []],
  ['NullLiteral', []],
  ['Keyword', []],
]);

/** What may hang on a node of any type and computes nothing. */
const HARMLESS_PARTS: readonly string[] = [
  ...['as', 'alias', 'order', 'null_order'],
  ...['comma', 'rparen', 'semicolon', 'leading_comments', 'trailing_comments'],
];

const OPERATORS: ReadonlySet<string> = new Set(['AND', 'OR', '=', '!=', '<>', '<', '<=', '>', '>=', 'LIKE', 'IS']);

/** Functions that are defined for every value of the types below. */
const FUNCTIONS: ReadonlySet<string> = new Set([
  ...['COUNT', 'COUNTIF', 'MIN', 'MAX', 'CURRENT_TIMESTAMP', 'STARTS_WITH', 'ENDS_WITH'],
]);

/** Parts of a time that begin within the calendar, whatever the time. */
const PARTS_OF_TIME: ReadonlySet<string> = new Set(['SECOND', 'MINUTE', 'HOUR', 'DAY']);

/** So many of these from the present is within the calendar, too. */
const DISTANCE = /^\d{1,4}$/;

/** Types that are compared as they are, or as FLOAT64, which has a value for each of them. */
const TYPES = /^(?:STRING|BOOL|INT64|FLOAT64|TIMESTAMP)$/;

/**
 * Whether nothing that a query computes can fail, whichever rows it is computed for: it reads one of the sandbox's queries
 * and the arrays of its rows, and asks for columns, comparisons with literals and counts alone.
 */
export function isLeakproof(statement: CstNode, queries: readonly ReadableQuery[]): boolean {
  return (
    statement.type === 'SelectStatement' &&
    isHarmless(statement) &&
    hasShortPatterns(statement) &&
    queries.every(({ columns }) => columns.every(({ type }) => hasPlainTypes(type)))
  );
}

function hasPlainTypes(type: string): boolean {
  // In STRUCT<name TYPE, …> the types stand last.
  const scalars = type.split(/[<>,]+/).flatMap((part) => part.trim().split(' ').at(-1) ?? []);
  return scalars.every((name) => name === '' || name === 'ARRAY' || name === 'STRUCT' || TYPES.test(name));
}

/** Whether what a node has is harmless that others must not have; undefined where it has nothing of the kind. */
export type Privilege = (node: CstNode) => boolean | undefined;

/** Whether nothing that is computed for a node can fail, whichever row it is computed for. */
export function isHarmless(node: CstNode, privilege: Privilege = () => undefined): boolean {
  const privileged = privilege(node);
  if (privileged !== undefined) return privileged;
  const parts = PARTS.get(node.type);
  if (!parts || !hasOnly(node, parts)) return false;
  if (isTimeOfRow(node) || isTimeBeforeNow(node) || isSearch(node)) return true;
  return (
    isHarmlessItself(node) && parts.every((part) => partsOf(node, part).every((each) => isHarmless(each, privilege)))
  );
}

export function hasOnly(node: CstNode, parts: readonly string[]): boolean {
  return node.childNames().every((name) => parts.includes(name) || HARMLESS_PARTS.includes(name));
}

function isHarmlessItself(node: CstNode): boolean {
  switch (node.type) {
    case 'BinaryOperator':
      return OPERATORS.has(node.keyword) && (node.keyword !== 'LIKE' || isLikeness(node.child('right')));
    case 'UnaryOperator':
      return isHarmlessPrefix(node);
    case 'CallingFunction':
      return FUNCTIONS.has(functionOf(node));
    case 'InOperator':
      return node.child('right')?.type === 'GroupedExprs';
    case 'JoinOperator':
      return isUnnesting(node);
    case 'CallingUnnest':
      return node.list('args').every(isPath);
    case 'StringLiteral':
      return isHarmlessText(node);
    default:
      return true;
  }
}

function isLikeness(pattern: CstNode | undefined): boolean {
  return pattern?.type === 'StringLiteral' && isLinear(pattern);
}

/**
 * A text is worked out as the query runs where it may stand for an instant in a zone of some name, which may be none of this
 * calendar; and bytes are for functions that can fail, which is the same for every row, but asked for none if there is no row.
 */
function isHarmlessText(literal: CstNode): boolean {
  const { text, bytes } = decodeString(literal);
  return !bytes && !namesZone(text);
}

/** `NOT condition`, `-1`, `TIMESTAMP '…'`. */
function isHarmlessPrefix(node: CstNode): boolean {
  const operand = node.child('right')?.type;
  if (node.keyword === 'NOT') return true;
  return node.keyword === 'TIMESTAMP'
    ? operand === 'StringLiteral'
    : node.keyword === '-' && operand === 'NumericLiteral';
}

/** A join with an array of the rows that it stands beside: every row finds its own elements, and no condition is asked. */
function isUnnesting(node: CstNode): boolean {
  const right = node.child('right');
  const on = node.child('on')?.child('expr');
  return (right?.type === 'CallingUnnest' || right?.type === 'DotOperator') && (!on || on.keyword === 'TRUE');
}

/** `TIMESTAMP_TRUNC(column, HOUR)` */
function isTimeOfRow(node: CstNode): boolean {
  const [value, part, ...others] = node.list('args');
  if (functionOf(node) !== 'TIMESTAMP_TRUNC' || !value || !part || others.length > 0) return false;
  return isPath(value) && isHarmless(value) && part.type === 'Identifier' && PARTS_OF_TIME.has(part.keyword);
}

/** `TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)` */
function isTimeBeforeNow(node: CstNode): boolean {
  const [now, distance, ...others] = node.list('args');
  if (functionOf(node) !== 'TIMESTAMP_SUB' || !now || distance?.type !== 'IntervalLiteral' || others.length > 0)
    return false;
  const isNow = functionOf(now) === 'CURRENT_TIMESTAMP' && now.list('args').length === 0;
  const part = distance.child('date_part')?.keyword ?? '';
  return isNow && DISTANCE.test(distance.child('expr')?.text ?? '') && PARTS_OF_TIME.has(part);
}

/** `REGEXP_CONTAINS(column, 'pattern')` */
function isSearch(node: CstNode): boolean {
  const [value, pattern, ...others] = node.list('args');
  if (functionOf(node) !== 'REGEXP_CONTAINS' || !value || pattern?.type !== 'StringLiteral' || others.length > 0)
    return false;
  return isPath(value) && isHarmless(value) && isRegex(pattern.text);
}

/** The name of the function that is called; none where the node is no plain call. */
export function functionOf(node: CstNode): string {
  return node.type === 'CallingFunction' ? (node.child('func')?.keyword ?? '') : '';
}

export function isPath(node: CstNode): boolean {
  return node.type === 'Identifier' || node.type === 'DotOperator';
}

/** What a node has by one of the names that the grammar gives. */
export function partsOf(node: CstNode, name: string): readonly CstNode[] {
  const child = node.child(name);
  return child ? [child] : node.list(name);
}
