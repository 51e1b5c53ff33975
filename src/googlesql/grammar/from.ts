import { type WrittenNode, type ExpressionNode, type OffsetNode, type FromNode } from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readArgument } from './calls.js';
import { holdsQuery, takeBracketedQuery } from './bracketed-query.js';
import { readJoins } from './joins.js';
import { readAlias } from './names.js';
import { isPivot, readPivot, readUnpivot } from './pivot.js';
import { readTablePath } from './table-path.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

/** `FROM item` */
export function readFromClause(tokens: TokenReader): FromNode {
  tokens.take();
  return readJoins(tokens, () => readFromItem(tokens));
}

/** One item, with its alias and the PIVOT behind it. */
export function readFromItem(tokens: TokenReader): FromNode {
  let item = readPlainItem(tokens);
  for (let count = 0; ; count += 1) {
    readVersion(tokens);
    readSample(tokens);
    if (!isPivot(tokens)) return item;
    if (item.type === 'Reshaped') {
      tokens.readOver(tokens.peek(), `${tokens.word()} beside ${item.by.text.toUpperCase()}`);
    }
    item = tokens.chained(count, () => readReshaped(tokens, item));
  }
}

function readReshaped(tokens: TokenReader, input: FromNode): FromNode {
  const by = tokens.is('PIVOT') ? readPivot(tokens) : readUnpivot(tokens);
  return { type: 'Reshaped', ...written(input), input, by };
}

/** `FOR SYSTEM_TIME AS OF time` */
function readVersion(tokens: TokenReader): void {
  const word = tokens.takeIf('FOR');
  if (!word) return;
  tokens.readOver(word, `"${word.text}" here`);
  for (const each of ['SYSTEM_TIME', 'AS', 'OF']) tokens.expect(each);
  tokens.expression();
}

/** `TABLESAMPLE SYSTEM (n PERCENT)` */
export function readSample(tokens: TokenReader, isInPipe = false): void {
  const word = tokens.takeIf('TABLESAMPLE');
  if (!word) return;
  tokens.readOver(word, isInPipe ? '|> TABLESAMPLE' : `"${word.text}" here`);
  tokens.expect('SYSTEM');
  tokens.takeBrackets();
}

function readPlainItem(tokens: TokenReader): FromNode {
  const token = tokens.peek();
  if (tokens.is('UNNEST')) return readUnnest(tokens);
  if (tokens.is('(')) return holdsQuery(tokens, true) ? readQueryItem(tokens) : readBracketedJoin(tokens);
  if (tokens.is('[')) throw badSyntax(token, bracketedName(tokens));
  const { path, array, isPlain, ...place } = readTablePath(tokens);
  if (tokens.is('(')) return readTableFunction(tokens, place, path);
  const alias = readItemAlias(tokens);
  const offset = isPlain ? undefined : readOffset(tokens);
  return { type: 'Table', ...place, path, array, isPlain, alias, offset };
}

/** An alias; PIVOT is one where no brackets follow it. */
function readItemAlias(tokens: TokenReader) {
  return isPivot(tokens) ? undefined : readAlias(tokens);
}

/** `[project:dataset.table]`, as another dialect writes it. */
function bracketedName(tokens: TokenReader): string {
  let name = '';
  for (let at = 1; tokens.word(at) !== ']' && tokens.peek(at).text !== ''; at += 1) name += tokens.peek(at).text;
  return `[${name}] is no plain name; write it in backticks, as in \`${name}\``;
}

function readQueryItem(tokens: TokenReader): FromNode {
  const query = takeBracketedQuery(tokens);
  return { type: 'QueryItem', ...written(query), query, alias: readItemAlias(tokens) };
}

/** A join in brackets, which in FROM may hold a query as well. */
function readBracketedJoin(tokens: TokenReader): FromNode {
  const bracket = written(tokens.peek());
  const inner = tokens.bracketed(() => readJoins(tokens, () => readFromItem(tokens)));
  if (inner.type !== 'Join' || inner.isComma) {
    const found = inner.type === 'Join' ? 'items with commas between them' : `"${firstText(inner)}"`;
    throw badSyntax(inner, `brackets in FROM hold a JOIN or a query, found ${found}; leave them out`);
  }
  return { type: 'BracketedJoin', ...bracket, inner };
}

function firstText(item: FromNode): string {
  if (item.type === 'UnnestItem') return 'UNNEST';
  return item.type === 'Table' ? (item.array?.first ?? item.text) : item.text;
}

function readUnnest(tokens: TokenReader): FromNode {
  const word = tokens.take();
  const bracket = writtenFrom(word, tokens.peek());
  const array = tokens.bracketed((): ExpressionNode => {
    const [first = tokens.expression(), ...others] = tokens.list(() => tokens.expression());
    if (others.length === 0) return first;
    tokens.readOver(word, 'UNNEST of several arrays');
    return { type: 'Array', ...bracket, isTyped: false, declared: undefined, elements: [first, ...others] };
  });
  const alias = readItemAlias(tokens);
  return { type: 'UnnestItem', ...bracket, array, alias, offset: readOffset(tokens) };
}

/** `WITH OFFSET AS alias` */
function readOffset(tokens: TokenReader): OffsetNode | undefined {
  const word = tokens.takeIf('WITH');
  if (!word) return undefined;
  tokens.expect('OFFSET');
  return { ...written(word), alias: readItemAlias(tokens) };
}

/** `name(…)`, which makes a table. */
function readTableFunction(tokens: TokenReader, place: WrittenNode, path: string): FromNode {
  const args = tokens.bracketed(() => (tokens.is(')') ? [] : tokens.list(() => readTableArgument(tokens))));
  readItemAlias(tokens);
  return { type: 'TableFunction', ...place, name: path.toUpperCase(), args: args.filter((each) => each !== undefined) };
}

/** An argument as in other functions; undefined for `TABLE name`. */
function readTableArgument(tokens: TokenReader): ExpressionNode | undefined {
  const { kind } = tokens.peek(1);
  const isTable = (tokens.is('TABLE') || tokens.is('MODEL')) && (kind === 'word' || kind === 'quoted name');
  if (!isTable) return readArgument(tokens);
  tokens.take();
  readTablePath(tokens);
  return undefined;
}
