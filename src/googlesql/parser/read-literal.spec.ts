import { type NumberNode, type TextNode } from '../ast/literal-node.js';
import { parseTree } from './parse-query.js';
import { readNumber, readText } from './read-literal.js';
import { SyntaxNode } from './syntax-node.js';
import { UnparsedQuery } from './unparsed-query.js';

function literal(sql: string): NumberNode | TextNode {
  const find = (node: SyntaxNode): NumberNode | TextNode | undefined => {
    if (node.type === 'NumericLiteral') return readNumber(node);
    if (node.type === 'StringLiteral') return readText(node);
    for (const child of node.children()) {
      const found = find(child);
      if (found) return found;
    }
    return undefined;
  };
  const found = find(new SyntaxNode(parseTree(`SELECT ${sql}`)));
  if (!found) throw new Error(`${sql} has no literal`);
  return found;
}

describe('literals', () => {
  it.each([
    ['9223372036854775807', { type: 'Integer', value: 9223372036854775807n }],
    ['0xFf', { type: 'Integer', value: 255n }],
    ['.50e-1', { type: 'Float', value: 0.05 }],
    [`'''a'"\\n'''`, { type: 'String', value: `a'"\n` }],
    [`r"a\\n"`, { type: 'String', value: 'a\\n' }],
    [`b'é\\xff'`, { type: 'Bytes', value: Buffer.from([0xc3, 0xa9, 0xff]) }],
    [`rb'\\x'`, { type: 'Bytes', value: Buffer.from('\\x') }],
  ])('%s has a place and a value', (sql, expected) => {
    expect(literal(sql)).toEqual({ line: 1, column: 8, text: sql, ...expected });
  });

  it.each([
    ['9223372036854775808', 'integer 9223372036854775808 is beyond INT64'],
    ['1e999', 'number 1e999 is beyond FLOAT64'],
    [`'\\q'`, 'unknown escape "\\q"; write "\\\\" for a backslash'],
    [`b'\\u0041'`, 'escape \\u0041 is not allowed in this literal'],
  ])('%s is refused', (sql, message) => {
    const refused = expect(() => literal(sql));
    refused.toThrow(UnparsedQuery);
    refused.toThrow(message);
  });
});
