import { type NameNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { unescape } from './literals/literals.js';
import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { type SqlToken } from '../tokens/sql-tokens.js';
import { type TokenReader, written } from './token-reader.js';

/** A name; reserved keywords need backticks. */
export function readName(tokens: TokenReader): NameNode {
  const token = tokens.peek();
  if (RESERVED_KEYWORDS.has(tokens.word())) {
    const refusal = tokens.unexpected();
    if (refusal.message !== `syntax error: unexpected "${token.text}"`) throw refusal;
    throw badSyntax(token, `"${token.text}" is a reserved keyword; as a name it stands in backticks`);
  }
  return readPart(tokens);
}

/** A name behind a dot, where every word is one. */
export function readPart(tokens: TokenReader): NameNode {
  const token = tokens.peek();
  if (!tokens.isName() && token.kind !== 'string') throw tokens.unexpected('a name has to stand here');
  const name = nameIn(token);
  tokens.take();
  return { type: 'Name', ...written(token), name };
}

/** The name of a column; `others` are the symbols behind it with which it is something else, and `message` says that it must not be. */
export function readColumn(tokens: TokenReader, others: RegExp, message: string): NameNode {
  if (tokens.isName() && !others.test(tokens.word(1))) return readName(tokens);
  throw tokens.isAtEnd ? tokens.unexpected() : badSyntax(tokens.peek(), message);
}

/** `AS alias`, or an alias without the word. */
export function readAlias(tokens: TokenReader): NameNode | undefined {
  if (tokens.takeIf('AS')) return readName(tokens);
  return isImplicitAlias(tokens) ? readPart(tokens) : undefined;
}

/** Whether a name stands as an alias without AS; behind a star, EXCEPT and REPLACE have been read. */
function isImplicitAlias(tokens: TokenReader): boolean {
  const { kind, text } = tokens.peek();
  if (kind === 'quoted name') return true;
  return kind === 'word' && !/^\d/.test(text) && !RESERVED_KEYWORDS.has(tokens.word());
}

/** A name without its backticks. */
export function nameIn(token: SqlToken): string {
  const { text } = token;
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  if (/^['"]/.test(text)) {
    throw badSyntax(token, `${text} is a STRING; as a name it stands in backticks, as in \`${text.slice(1, -1)}\``);
  }
  if (!text.startsWith('`')) {
    throw badSyntax(token, `${text} is no plain name; write it in backticks, as in \`${text}\``);
  }
  const name = unescape(text.slice(1, -1), false, token);
  if (name === '') throw badSyntax(token, 'empty identifier');
  return name;
}
