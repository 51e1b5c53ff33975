import {
  type CallLimitNode,
  type CallNode,
  type CastFormatNode,
  type CastOperandNode,
  type ExtractOperandNode,
  type HavingExtremeNode,
  type NamedArgumentNode,
  type NullsNode,
} from '../ast/expression-node.js';
import { type ExpressionReader } from './expression-reader.js';
import { childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { readOrderBy } from './read-order.js';
import { readCastType } from './read-type.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';
import { readOver } from './read-window.js';

const CALL = ['func', 'args', 'distinct', 'ignore_nulls', 'having', 'orderby', 'limit', 'over'];

/** `name(args)`, with all that may stand in its parentheses and behind them. */
export function readCall(node: SyntaxNode, around: readonly string[], read: ExpressionReader): CallNode {
  expectOnly(node, ...CALL, ...around);
  const [distinct, orderBy, over] = [node.child('distinct'), node.child('orderby'), node.child('over')];
  return {
    type: 'Call',
    ...writtenAt(node),
    ...readName(childOf(node, 'func')),
    args: node.list('args').map((each) => read(each)),
    distinct: distinct && writtenAt(distinct),
    nulls: readNulls(node),
    having: readHaving(node, read),
    orderBy: orderBy && readOrderBy(orderBy, read),
    limit: readCallLimit(node, read),
    over: over && readOver(over, read),
  };
}

/** The namespace that functions are in; `SAFE.` stands in front of it. */
const NAMESPACE = 'NET';

/** The name in capitals, and whether `SAFE.` is in front of it. */
function readName(func: SyntaxNode): Pick<CallNode, 'name' | 'isSafe'> {
  const words = wordsOf(func);
  const isSafe = words.length > 1 && words[0] === 'SAFE';
  const name = words.slice(isSafe ? 1 : 0);
  if (name.length === 1 || (name.length === 2 && name[0] === NAMESPACE)) return { name: name.join('.'), isSafe };
  throw unknownSyntax(func, `function ${pathText(func)}`);
}

/** The words of a name with dots, in capitals; there are none in anything else. */
function wordsOf(node: SyntaxNode): readonly string[] {
  if (node.type === 'Identifier') {
    expectOnly(node);
    return [node.keyword];
  }
  if (node.type !== 'DotOperator') return [];
  expectOnly(node, 'left', 'right');
  const [left, right] = [wordsOf(childOf(node, 'left')), wordsOf(childOf(node, 'right'))];
  return left.length > 0 && right.length > 0 ? [...left, ...right] : [];
}

/** `NET.HOST`, `my-project.dataset.table` */
export function pathText(node: SyntaxNode): string {
  if (node.type === 'DotOperator') return `${pathText(childOf(node, 'left'))}.${pathText(childOf(node, 'right'))}`;
  return [node, ...node.list('trailing_idents')].map(({ text }) => text).join('');
}

function readNulls(call: SyntaxNode): NullsNode | undefined {
  const words = call.list('ignore_nulls');
  for (const word of words) expectOnly(word);
  const [first] = words;
  return first && { ...writtenAt(first), areIgnored: first.keyword === 'IGNORE' };
}

function readHaving(call: SyntaxNode, read: ExpressionReader): HavingExtremeNode | undefined {
  const clause = call.child('having');
  if (!clause) return undefined;
  expectOnly(clause, 'next_keyword');
  const extreme = childOf(clause, 'next_keyword');
  expectOnly(extreme, 'expr');
  const key = read(childOf(extreme, 'expr'));
  return {
    ...writtenAt(clause),
    extreme: extreme.keyword === 'MAX' ? 'max' : 'min',
    key,
  };
}

function readCallLimit(call: SyntaxNode, read: ExpressionReader): CallLimitNode | undefined {
  const clause = call.child('limit');
  if (!clause) return undefined;
  expectOnly(clause, 'expr');
  return { ...writtenAt(clause), count: read(childOf(clause, 'expr')) };
}

/** `name => value` */
export function readNamedArgument(node: SyntaxNode, read: ExpressionReader): NamedArgumentNode {
  const name = childOf(node, 'left');
  expectOnly(name);
  const value = read(childOf(node, 'right'));
  return { type: 'NamedArgument', ...writtenAt(node), name: name.text.toLowerCase(), value };
}

/** `value AS target [FORMAT format]` */
export function readCastOperand(node: SyntaxNode, read: ExpressionReader): CastOperandNode {
  const clause = node.child('format');
  return {
    type: 'CastOperand',
    ...writtenAt(node),
    target: readCastType(node),
    value: read(childOf(node, 'cast_from')),
    format: clause && readFormat(clause, read),
  };
}

/** In front of its time zone, a format is rewritten for the parser as an operand. */
function readFormat(clause: SyntaxNode, read: ExpressionReader): CastFormatNode {
  expectOnly(clause, 'expr');
  const node = childOf(clause, 'expr');
  const isZoned = node.keyword === 'AT';
  if (isZoned) expectOnly(node, 'left', 'right');
  return {
    ...writtenAt(clause),
    format: read(isZoned ? childOf(node, 'left') : node),
    zone: isZoned ? read(childOf(node, 'right')) : undefined,
  };
}

/** `part FROM value [AT TIME ZONE zone]` */
export function readExtractOperand(node: SyntaxNode, read: ExpressionReader): ExtractOperandNode {
  const zone = node.child('time_zone');
  return {
    type: 'ExtractOperand',
    ...writtenAt(node),
    part: read(childOf(node, 'extract_datepart')),
    value: read(childOf(node, 'extract_from')),
    zone: zone && read(zone),
  };
}
