import {
  type ExpressionNode,
  type NameNode,
  type ReplacementNode,
  type SelectItemNode,
  type StarItemNode,
} from '../ast/nodes.js';
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
      const value = tokens.expression();
      tokens.expect('AS');
      return { type: 'ExpressionItem', ...written(value), value, alias: readName(tokens) };
    }),
  );
}
