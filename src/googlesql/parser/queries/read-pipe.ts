import { type PipeNode, type PipeOperatorNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from '../node-refusals.js';
import { readLimit, readOrderBy } from '../read-order.js';
import { readWindowClause } from '../read-window.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readPipeAggregate } from './read-pipe-aggregate.js';
import { readDrop, readPipeAs, readRename, readSet } from './read-pipe-columns.js';
import { readPipeJoin } from './read-from.js';
import { readPivot, readUnpivot } from './read-pivot.js';
import { readQueryNode } from './read-query-node.js';
import { readSelectItem } from './read-select-item.js';
import { OPERATOR_PARTS, readSetOperator } from './read-set-operator.js';
import { readWith } from './read-with.js';

/** `FROM t |> …`; what stands `around` it, such as its WITH, is read by others. */
export function readPipe(node: SyntaxNode, read: ExpressionReader, around: readonly string[] = []): PipeNode {
  const operators: SyntaxNode[] = [];
  let input = node;
  // Each stands to the right of all that is before it.
  while (input.type === 'PipeStatement') {
    expectOnly(input, 'left', 'right', ...(input === node ? around : []));
    operators.unshift(childOf(input, 'right'));
    input = childOf(input, 'left');
  }
  return {
    type: 'Pipe',
    ...writtenAt(node),
    input: readQueryNode(input, read),
    operators: operators.map((operator) => readOperator(operator, read)),
  };
}

function readOperator(node: SyntaxNode, read: ExpressionReader): PipeOperatorNode {
  const written = writtenAt(node);
  if (node.type === 'WithPipeOperator') return { type: 'PipeWith', ...written, clause: readWith(node, read) };
  switch (node.keyword) {
    case 'WHERE':
      return { type: 'PipeWhere', ...written, clause: readWhere(node, read) };
    case 'SELECT':
      return readPipeSelect(node, read);
    case 'EXTEND':
      expectOnly(node, 'exprs', 'window');
      return { type: 'PipeExtend', ...written, ...readItems(node, read) };
    case 'SET':
      return readSet(node, read);
    case 'DROP':
      return readDrop(node);
    case 'RENAME':
      return readRename(node);
    case 'DISTINCT':
      expectOnly(node);
      return { type: 'PipeDistinct', ...written };
    case 'AS':
      return readPipeAs(node);
    case 'AGGREGATE':
      return readPipeAggregate(node, read);
    case 'ASSERT':
      return readAssert(node, read);
    case 'ORDER':
      return { type: 'PipeOrderBy', ...written, clause: readOrderBy(node, read) };
    case 'LIMIT':
      return { type: 'PipeLimit', ...written, clause: readLimit(node) };
    case 'JOIN':
      return { type: 'PipeJoin', ...written, clause: readPipeJoin(node, read) };
    case 'PIVOT':
      return { type: 'PipePivot', ...written, clause: readPivot(node, read) };
    case 'UNPIVOT':
      return { type: 'PipeUnpivot', ...written, clause: readUnpivot(node) };
    case 'UNION':
    case 'INTERSECT':
    case 'EXCEPT':
      return readPipeSetOperation(node, read);
    default:
      throw unknownSyntax(node, `|> ${node.keyword}`);
  }
}

function readWhere(node: SyntaxNode, read: ExpressionReader) {
  expectOnly(node, 'exprs');
  const [condition, second] = node.list('exprs');
  if (!condition || second) throw badSyntax(node, 'WHERE takes one condition');
  return { ...writtenAt(node), condition: read(condition) };
}

/** The items of a list, with the windows of the WINDOW clause behind it. */
function readItems(node: SyntaxNode, read: ExpressionReader) {
  const window = node.child('window');
  return {
    items: node.list('exprs').map((item) => readSelectItem(item, read)),
    window: window && readWindowClause(window, read),
  };
}

function readPipeSelect(node: SyntaxNode, read: ExpressionReader): PipeOperatorNode {
  expectOnly(node, 'exprs', 'keywords', 'window');
  const words = keywordsOf(node);
  const rows = words.join(' ').replace(/^(ALL|DISTINCT) ?/, '');
  if (rows !== '' && rows !== 'AS STRUCT' && rows !== 'AS VALUE') {
    throw unknownSyntax(node, `|> SELECT ${words.join(' ')}`);
  }
  return {
    type: 'PipeSelect',
    ...writtenAt(node),
    isDistinct: words[0] === 'DISTINCT',
    rowsAs: rows === '' ? undefined : rows === 'AS STRUCT' ? 'STRUCT' : 'VALUE',
    ...readItems(node, read),
  };
}

/** The words between SELECT and its list, of which each hangs on the one before it. */
function keywordsOf(node: SyntaxNode): string[] {
  const words: string[] = [];
  for (let word = node.child('keywords'); word; word = word.child('next_keyword')) {
    expectOnly(word, 'next_keyword');
    words.push(word.keyword);
  }
  return words;
}

function readAssert(node: SyntaxNode, read: ExpressionReader): PipeOperatorNode {
  expectOnly(node, 'exprs');
  const [condition, ...payload] = node.list('exprs');
  if (!condition || (payload.at(-1) ?? condition).has('comma')) {
    throw badSyntax(node, 'ASSERT takes a condition, and values for its message');
  }
  return {
    type: 'PipeAssert',
    ...writtenAt(node),
    condition: read(condition),
    payload: payload.map((value) => read(value)),
  };
}

function readPipeSetOperation(node: SyntaxNode, read: ExpressionReader): PipeOperatorNode {
  expectOnly(node, 'exprs', ...OPERATOR_PARTS);
  const operator = readSetOperator(node);
  const queries = node.list('exprs').map((query) => {
    if (query.type !== 'GroupedStatement') {
      throw badSyntax(query, `|> ${operator.name} takes queries in parentheses`);
    }
    return readQueryNode(query, read);
  });
  return { type: 'PipeSetOperation', ...writtenAt(node), operator, queries };
}
