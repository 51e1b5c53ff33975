import { type ExpressionNode } from '../ast/expression-node.js';
import { type NameNode } from '../ast/name-node.js';
import {
  type ExpressionItemNode,
  type ReplacementNode,
  type SelectItemNode,
  type StarItemNode,
} from '../ast/query-node.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { readAlias, readName } from './names.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

/** An item of a SELECT list. */
export function readSelectItem(tokens: TokenReader): SelectItemNode {
  const star = tokens.takeIf('*');
  if (star) return readStar(tokens, undefined, star, star);
  const value = tokens.expression();
  const dot = tokens.takeIf('.');
  if (dot) return readStar(tokens, value, dot, tokens.expect('*'));
  return itemOf(tokens, value);
}

function itemOf(tokens: TokenReader, value: ExpressionNode): ExpressionItemNode {
  return { type: 'ExpressionItem', ...written(value), value, alias: readAlias(tokens) };
}

function readStar(tokens: TokenReader, of: ExpressionNode | undefined, own: SqlToken, star: SqlToken): StarItemNode {
  const except = tokens.is('EXCEPT', '(') ? readNames(tokens) : [];
  const replace = tokens.is('REPLACE', '(') ? readReplacements(tokens) : [];
  return { type: 'StarItem', ...writtenFrom(of ?? own, own), of, star: written(star), except, replace };
}

function readNames(tokens: TokenReader): readonly NameNode[] {
  tokens.take();
  return tokens.bracketed(() => tokens.list(() => readName(tokens)));
}

function readReplacements(tokens: TokenReader): readonly ReplacementNode[] {
  tokens.take();
  return tokens.bracketed(() =>
    tokens.list(() => {
      const { alias, ...item } = itemOf(tokens, tokens.expression());
      if (!alias) throw tokens.unexpected('AS has to stand here');
      return { ...item, alias };
    }),
  );
}
