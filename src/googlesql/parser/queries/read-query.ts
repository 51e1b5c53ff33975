import { type QueryBody, type QueryNode } from '../../ast/expression-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { childOf, unknownSyntax } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { readBracketedQuery } from './read-bracketed-query.js';
import { readFromClause } from './read-from.js';
import { readPipe } from './read-pipe.js';
import { readSelect } from './read-select.js';
import { readSetOperation } from './read-set-operation.js';
import { readWith } from './read-with.js';

/** A query with its WITH; what stands `around` it, such as its alias, is read by others. */
export function readQuery(node: SyntaxNode, read: ExpressionReader, around: readonly string[] = []): QueryNode {
  return {
    type: 'Query',
    ...writtenAt(node),
    with: node.has('with') ? readWith(childOf(node, 'with'), read) : undefined,
    body: readBody(node, read, ['with', ...around]),
  };
}

function readBody(node: SyntaxNode, read: ExpressionReader, around: readonly string[]): QueryBody {
  switch (node.type) {
    case 'SelectStatement':
      return readSelect(node, read, around);
    case 'SetOperator':
      return readSetOperation(node, read, around);
    case 'GroupedStatement':
      return readBracketedQuery(node, read, around);
    case 'PipeStatement':
      return readPipe(node, read, around);
    case 'FromStatement':
      return { type: 'FromQuery', ...writtenAt(node), item: readFromClause(node, read, around) };
    default:
      throw unknownSyntax(node, `"${node.text}"`);
  }
}
