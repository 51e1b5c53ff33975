import { type OffsetNode } from '../../ast/from-item.js';
import {
  type FromNode,
  type JoinedItemNode,
  type JoinNode,
  type TableNode,
  type UnnestItemNode,
} from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly, unknownSyntax } from '../node-refusals.js';
import { pathText } from '../read-call.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readCondition } from './read-condition.js';
import { ALIAS_PARTS, nameOf, readAlias } from './read-alias.js';
import { readQueryNode } from './read-query-node.js';
import { readTablePath } from './read-table-path.js';
import { readPivot, readUnpivot } from './read-pivot.js';

const RESHAPING = ['pivot', 'unpivot'];
/** What may hang on any item. */
const ITEM_PARTS: readonly string[] = [...ALIAS_PARTS, ...RESHAPING];

/** `FROM item` */
export function readFromClause(clause: SyntaxNode, read: ExpressionReader, around: readonly string[] = []): FromNode {
  expectOnly(clause, 'expr', ...around);
  return readFromItem(childOf(clause, 'expr'), read);
}

function readFromItem(node: SyntaxNode, read: ExpressionReader): FromNode {
  const [pivot, unpivot] = RESHAPING.map((name) => node.child(name));
  const input = readPlainItem(node, read);
  if (pivot && unpivot) throw unknownSyntax(unpivot, 'UNPIVOT beside PIVOT');
  if (pivot) return { type: 'Reshaped', ...writtenAt(node), input, by: readPivot(pivot, read) };
  return unpivot ? { type: 'Reshaped', ...writtenAt(node), input, by: readUnpivot(unpivot) } : input;
}

function readPlainItem(node: SyntaxNode, read: ExpressionReader): FromNode {
  switch (node.type) {
    case 'Identifier':
    case 'DotOperator':
      return readTable(node, read);
    case 'GroupedStatement':
      return {
        type: 'QueryItem',
        ...writtenAt(node),
        query: readQueryNode(node, read, ITEM_PARTS),
        alias: readAlias(node),
      };
    case 'GroupedExpr':
      expectOnly(node, 'expr', ...RESHAPING);
      return { type: 'BracketedJoin', ...writtenAt(node), inner: readBracketed(childOf(node, 'expr'), read) };
    case 'CallingUnnest':
      return readUnnest(node, read);
    case 'JoinOperator':
      return readJoin(node, read);
    case 'CallingTableFunction': {
      const func = childOf(node, 'func');
      return { type: 'TableFunction', ...writtenAt(func), name: pathText(func).toUpperCase(), args: [] };
    }
    case 'MultiTokenIdentifier': {
      const name = pathText(node);
      const plain = name.replace(/^\[(.*)\]$/, '$1');
      throw badSyntax(node, `${name} is no plain name; write it in backticks, as in \`${plain}\``);
    }
    default:
      throw unknownSyntax(node, `"${pathText(node)}" in FROM`);
  }
}

function readTable(node: SyntaxNode, read: ExpressionReader): TableNode {
  const isPlain = node.type === 'Identifier';
  const offset = isPlain ? undefined : readOffset(node);
  const around = [...ITEM_PARTS, ...(isPlain ? [] : ['with_offset'])];
  const path = readTablePath(node, around);
  const first = isPlain ? undefined : firstName(node);
  return {
    type: 'Table',
    ...writtenAt(node),
    path,
    array: first && { first: nameOf(first).name, path: read(node, around) },
    isPlain,
    alias: readAlias(node),
    offset,
  };
}

/** Of names with dots between them; parts such as `my-project` are of no array's path. */
function firstName(node: SyntaxNode): SyntaxNode | undefined {
  if (node.type === 'Identifier') return node;
  if (node.type !== 'DotOperator' || childOf(node, 'right').type !== 'Identifier') return undefined;
  return firstName(childOf(node, 'left'));
}

function readUnnest(node: SyntaxNode, read: ExpressionReader): UnnestItemNode {
  const offset = readOffset(node);
  const [array, second] = node.list('args');
  if (!array || second) throw unknownSyntax(node, 'UNNEST of several arrays');
  expectOnly(node, 'func', 'args', 'with_offset', ...ITEM_PARTS);
  return { type: 'UnnestItem', ...writtenAt(node), array: read(array), alias: readAlias(node), offset };
}

function readOffset(node: SyntaxNode): OffsetNode | undefined {
  const clause = node.child('with_offset');
  if (!clause) return undefined;
  expectOnly(clause, 'offset', ...ALIAS_PARTS);
  return { ...writtenAt(clause), alias: readAlias(clause) };
}

/** Brackets in FROM hold a join or a query. */
function readBracketed(node: SyntaxNode, read: ExpressionReader): FromNode {
  const isJoin = node.type === 'JoinOperator';
  if (isJoin && node.keyword !== ',') return readFromItem(node, read);
  const found = isJoin ? 'items with commas between them' : `"${node.firstText}"`;
  throw badSyntax(node, `brackets in FROM hold a JOIN or a query, found ${found}; leave them out`);
}

function readJoin(node: SyntaxNode, read: ExpressionReader): JoinNode {
  expectOnly(node, 'join_type', 'outer', 'left', 'right', 'on', 'using', ...RESHAPING);
  const isComma = node.keyword === ',';
  const word = node.child('join_type');
  return {
    type: 'Join',
    ...writtenAt(node),
    kind: isComma ? 'CROSS' : (word?.keyword ?? 'INNER'),
    isComma,
    kindWord: word && writtenAt(word),
    left: readFromItem(childOf(node, 'left'), read),
    right: readFromItem(childOf(node, 'right'), read),
    ...readConditions(node, read),
  };
}

/** `|> JOIN item ON …` */
export function readPipeJoin(node: SyntaxNode, read: ExpressionReader): JoinedItemNode {
  expectOnly(node, 'method', 'outer', 'exprs', 'on', 'using');
  const [right, second] = node.list('exprs');
  if (!right || second) throw badSyntax(node, 'JOIN takes one item');
  const word = node.child('method');
  return {
    ...writtenAt(node),
    kind: word?.keyword ?? 'INNER',
    isComma: false,
    kindWord: word && writtenAt(word),
    right: readFromItem(right, read),
    ...readConditions(node, read),
  };
}

function readConditions(node: SyntaxNode, read: ExpressionReader): Pick<JoinedItemNode, 'on' | 'using'> {
  const [on, using] = [node.child('on'), node.child('using')];
  if (using) expectOnly(using, 'func', 'args');
  const columns = using?.list('args').map((word) => {
    expectOnly(word);
    return nameOf(word);
  });
  return { on: on && readCondition(on, read), using: using && { ...writtenAt(using), columns: columns ?? [] } };
}
