import { type ElementKind, type ExpressionNode } from '../ast/expression-node.js';
import { type NameNode } from '../ast/name-node.js';
import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from './node-refusals.js';
import { readCall, readCastOperand, readExtractOperand, readNamedArgument } from './read-call.js';
import { readArray, readCase, readStruct } from './read-constructors.js';
import { readIn, readQuantifiedLike } from './read-list.js';
import { readNumber, readText } from './read-literal.js';
import { readQuery } from './queries/read-query.js';
import { readName, readPart } from './read-name.js';
import { writtenAt } from './written-at.js';
import { type SyntaxNode } from './syntax-node.js';

/**
 * An expression with all that is in it.
 *
 * @param around what stands around it and is read by others, such as its alias
 * @throws UnparsedQuery for what is not understood
 */
export function readExpression(node: SyntaxNode, around: readonly string[] = []): ExpressionNode {
  const only = (...known: readonly string[]) => {
    expectOnly(node, ...known, ...around);
  };
  const of = (name: string) => readExpression(childOf(node, name));
  const written = writtenAt(node);
  switch (node.type) {
    case 'NumericLiteral':
      only();
      return readNumber(node);
    case 'StringLiteral':
      only();
      return readText(node);
    case 'BooleanLiteral':
      only();
      return { type: 'Boolean', ...written, value: node.keyword === 'TRUE' };
    case 'NullLiteral':
      only();
      return { type: 'Null', ...written };
    case 'Parameter':
      only();
      return { type: 'Parameter', ...written };
    case 'Asterisk':
      only();
      return { type: 'Star', ...written };
    case 'Identifier':
      only();
      return { type: 'Name', ...written, name: readName(node) };
    case 'DotOperator':
      only('left', 'right');
      return { type: 'Field', ...written, operand: of('left'), field: readField(childOf(node, 'right')) };
    case 'AccessOperator':
      only('left', 'right');
      return { type: 'Element', ...written, operand: of('left'), ...readPosition(childOf(node, 'right')) };
    case 'GroupedExpr':
      only('expr');
      return { type: 'Brackets', ...written, inner: of('expr') };
    case 'UnaryOperator':
      only('right');
      return { type: 'Prefix', ...written, operator: node.keyword, operand: readOperand(node) };
    case 'BinaryOperator':
      return readBinary(node, only);
    case 'BetweenOperator': {
      only('left', 'not', 'right_min', 'right_max', 'and');
      const [left, least, greatest] = [of('left'), of('right_min'), of('right_max')];
      return { type: 'Between', ...written, isNegated: node.has('not'), left, least, greatest };
    }
    case 'InOperator':
      only('left', 'not', 'right');
      return readIn(node, readExpression);
    case 'IsDistinctFromOperator': {
      only('left', 'not', 'right', 'distinct', 'from');
      return { type: 'DistinctFrom', ...written, isNegated: node.has('not'), left: of('left'), right: of('right') };
    }
    case 'CaseExpr':
      only('expr', 'arms', 'end');
      return readCase(node, readExpression);
    case 'CallingFunction':
      return readCall(node, around, readExpression);
    case 'CastArgument':
      only('cast_from', 'cast_to', 'format');
      return readCastOperand(node, readExpression);
    case 'ExtractArgument':
      only('extract_datepart', 'extract_from', 'at_time_zone', 'time_zone');
      return readExtractOperand(node, readExpression);
    case 'ArrayLiteral':
      only('type', 'exprs');
      return readArray(node, readExpression);
    case 'StructLiteral':
      only('type', 'exprs');
      return readStruct(node, readExpression);
    case 'IntervalLiteral':
      only('expr', 'date_part');
      return { type: 'Interval', ...written, amount: of('expr'), part: writtenAt(childOf(node, 'date_part')) };
    case 'GroupedStatement':
    case 'SelectStatement':
    case 'SetOperator':
    case 'PipeStatement':
    case 'FromStatement':
      return readQuery(node, readExpression, around);
    default:
      if (RESERVED_KEYWORDS.has(node.keyword)) readName(node);
      if (node.text === ',') throw badSyntax(node, 'nothing stands in front of this comma; leave it out');
      throw unknownSyntax(node, node.text ? `"${node.text}" here` : node.type);
  }
}

function readField(node: SyntaxNode): NameNode {
  expectOnly(node);
  if (node.type !== 'Identifier') throw unknownSyntax(node, `"${node.text}" after a dot`);
  return { type: 'Name', ...writtenAt(node), name: readPart(node) };
}

const ELEMENT_KINDS: readonly ElementKind[] = ['OFFSET', 'ORDINAL', 'SAFE_OFFSET', 'SAFE_ORDINAL'];

function readPosition(node: SyntaxNode) {
  const word = node.type === 'CallingFunction' ? node.child('func')?.keyword : undefined;
  const kind = ELEMENT_KINDS.find((each) => each === word);
  if (!kind) return { kind, position: readExpression(node) };
  expectOnly(node, 'func', 'args');
  const [position, second] = node.list('args');
  if (!position || second) throw badSyntax(node, 'one position is expected');
  return { kind, position: readExpression(position) };
}

/** The least INT64 has no positive counterpart. */
function readOperand(prefix: SyntaxNode): ExpressionNode {
  const node = childOf(prefix, 'right');
  if (prefix.text !== '-' || node.text !== '9223372036854775808') return readExpression(node);
  return { type: 'Integer', ...writtenAt(node), value: 2n ** 63n };
}

function readBinary(node: SyntaxNode, only: (...known: readonly string[]) => void): ExpressionNode {
  if (node.text === '=>') {
    only('left', 'right');
    return readNamedArgument(node, readExpression);
  }
  const operator = node.keyword;
  only('left', 'right', 'not', ...(operator === 'LIKE' ? ['quantifier'] : []));
  if (node.has('quantifier')) return readQuantifiedLike(node, readExpression);
  return {
    type: 'Binary',
    ...writtenAt(node),
    operator,
    isNegated: node.has('not'),
    left: readExpression(childOf(node, 'left')),
    right: readExpression(childOf(node, 'right')),
  };
}
