import { type Sql } from './sql.js';

/** A literal, a quoted name, a word; a separator of arguments; or anything else up to one of these. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_$]+|[(),[\]{}]|[^\p{L}\p{N}_$'"(),[\]{}]+|['"]/gu;

/** Tokens that count: literals, quoted names and words; and separators of arguments. */
const COUNTED = /^['"\p{L}\p{N}_$(),[\]{}]/u;

interface Tokens {
  readonly all: readonly string[];
  readonly counted: readonly string[];
}

/** Tokens of the constant parts of the compiler's templates, each split once. */
const known = new Map<string, Tokens>();

/** Tokens of other text: the definition of a macro, or a table's SQL from the owner of the data. */
export function tokensOfText(text: string): readonly string[] {
  return text.match(TOKEN) ?? [];
}

/** The tokens that count. */
export function countedOf(tokens: readonly string[]): readonly string[] {
  return tokens.filter((token) => COUNTED.test(token));
}

/** A tree as tokens, as they are written: all of them, or those that count. */
export function tokensOf(root: Sql, which: keyof Tokens = 'all'): readonly string[] {
  const tokens: string[] = [];
  const open: { readonly sql: Sql; next: number }[] = [{ sql: root, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const { sql, next } = top;
    for (const token of ownTokens(sql, sql.strings[next] ?? '', which)) tokens.push(token);
    const child = sql.children[next];
    top.next += 1;
    if (child) open.push({ sql: child, next: 0 });
    else open.pop();
  }
  return tokens;
}

function ownTokens({ kind }: Sql, text: string, which: keyof Tokens): readonly string[] {
  switch (kind) {
    case 'fragment':
    case 'field':
    case 'record':
      return constantTokens(text)[which];
    case 'name':
    case 'text':
    case 'lambda':
      return [text];
    // The alias is a piece of its own.
    case 'column':
      if (text === '') return [];
      return which === 'all' ? ['.', text.slice(1)] : [text.slice(1)];
    case 'word':
    case 'type':
    case 'table':
    case 'written':
      return which === 'all' ? tokensOfText(text) : countedOf(tokensOfText(text));
  }
}

function constantTokens(text: string): Tokens {
  const found = known.get(text);
  if (found) return found;
  const all = tokensOfText(text);
  const tokens = { all, counted: countedOf(all) };
  known.set(text, tokens);
  return tokens;
}
