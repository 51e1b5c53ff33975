import { type QueryNode } from '../../../src/googlesql/ast/expression-node.js';
import { parse } from '../../../src/googlesql/grammar/parse.js';
import { parseTree } from '../../../src/googlesql/parser/parse-query.js';
import { readQuery } from '../../../src/googlesql/parser/queries/read-query.js';
import { readExpression } from '../../../src/googlesql/parser/read-expression.js';
import { SyntaxNode } from '../../../src/googlesql/parser/syntax-node.js';
import { UnparsedQuery } from '../../../src/googlesql/parser/unparsed-query.js';

/** The tree that is read from bq2cst's nodes, or why there is none. */
export const readFromOther = (sql: string): QueryNode | UnparsedQuery => {
  return treeOrRefusal(() => readQuery(new SyntaxNode(parseTree(sql)), readExpression));
};

/** The tree of the parser of our own, or why there is none. */
export const readByOwn = (sql: string): QueryNode | UnparsedQuery => treeOrRefusal(() => parse(sql));

function treeOrRefusal(read: () => QueryNode): QueryNode | UnparsedQuery {
  try {
    return read();
  } catch (error) {
    if (error instanceof UnparsedQuery) return error;
    throw error;
  }
}

/**
 * How the two differ over a text; undefined where both make the same tree of it, or both refuse it.
 *
 * What they say of a text that both refuse may differ: ours names what it has met and what has to stand there.
 */
export function differenceOver(sql: string): string | undefined {
  const [other, own] = [readFromOther(sql), readByOwn(sql)];
  if (other instanceof UnparsedQuery) {
    return own instanceof UnparsedQuery ? undefined : `read by our own alone (${other.message}): ${sql}`;
  }
  if (own instanceof UnparsedQuery) return `refused by our own alone (${own.message}): ${sql}`;
  return printed(other) === printed(own) ? undefined : `read as another tree: ${sql}`;
}

/** The whole tree with its places, the same text for the same tree. */
function printed(tree: QueryNode): string {
  return JSON.stringify(tree, function (this: object, key, value: unknown) {
    if (typeof value === 'bigint') return `${value}n`;
    // What a table function is given is read by our own alone.
    if (key === 'args' && 'type' in this && this.type === 'TableFunction') return [];
    const isNode = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isNode ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value;
  });
}
