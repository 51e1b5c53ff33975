import {
  type WrittenNode,
  type ExpressionNode,
  type OffsetNode,
  type FromNode,
  type JoinedItemNode,
  type JoinNode,
  type ArrayPath,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { readArgument } from './calls.js';
import { holdsQuery, takeBracketedQuery } from './query-parts.js';
import { readName, readPart } from './names.js';
import { isPivot, readItemAlias, readPivot, readUnpivot } from './pivot.js';
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
    return { type: 'Array', ...bracket, declared: undefined, elements: [first, ...others] };
  });
  const alias = readItemAlias(tokens);
  return { type: 'UnnestItem', ...bracket, array, alias, offset: readOffset(tokens) };
}

/** `WITH OFFSET AS alias` */
function readOffset(tokens: TokenReader): OffsetNode | undefined {
  return tokens.clause('WITH', () => {
    tokens.expect('OFFSET');
    return { alias: readItemAlias(tokens) };
  });
}

/** `name(…)`, which makes a table. */
function readTableFunction(tokens: TokenReader, place: WrittenNode, path: string): FromNode {
  const args = tokens.bracketed(() => (tokens.is(')') ? [] : tokens.list(() => readTableArgument(tokens))));
  readItemAlias(tokens);
  return { type: 'TableFunction', ...place, name: path.toUpperCase(), args: args.filter((each) => each !== undefined) };
}

/** An argument as in other functions; undefined for `TABLE name`. */
function readTableArgument(tokens: TokenReader): ExpressionNode | undefined {
  const isTable = (tokens.is('TABLE') || tokens.is('MODEL')) && tokens.isName(1);
  if (!isTable) return readArgument(tokens);
  tokens.take();
  readTablePath(tokens);
  return undefined;
}

const KINDS = new Set(['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS']);

/** Joins that may be called OUTER. */
const OUTER = new Set(['LEFT', 'RIGHT', 'FULL']);

/** A join whose place is known once its left side is. */
type Link = Omit<JoinedItemNode, 'line' | 'column'>;

/** An item and the items that are joined with it, from the left to the right. */
function readJoins(tokens: TokenReader, readItem: () => FromNode): FromNode {
  const first = readItem();
  const links: Link[] = [];
  while (isJoin(tokens)) {
    links.push(tokens.chained(links.length, () => readLink(tokens, readItem)));
    // A further condition belongs to an earlier join, which has all the others on its right side.
    while (tokens.is('ON') || tokens.is('USING')) closeJoin(tokens, links);
  }
  return joined(first, links);
}

/** Whether a join is next; the words of one may be those of a set operation. */
export function isJoin(tokens: TokenReader): boolean {
  if (tokens.is(',')) return true;
  const kind = KINDS.has(tokens.word()) ? 1 : 0;
  const outer = kind > 0 && tokens.word(kind) === 'OUTER' ? 1 : 0;
  return tokens.word(kind + outer) === 'JOIN';
}

function readLink(tokens: TokenReader, readItem: () => FromNode): Link {
  const comma = tokens.takeIf(',');
  if (comma)
    return { ...NO_CONDITION, text: ',', kind: 'CROSS', isComma: true, kindWord: undefined, right: readItem() };
  return readJoin(tokens, readItem);
}

const NO_CONDITION = { on: undefined, using: undefined };

/** `LEFT OUTER JOIN` */
function readJoinWords(tokens: TokenReader) {
  const kind = tokens.word();
  const word = KINDS.has(kind) ? tokens.take() : undefined;
  if (OUTER.has(kind)) tokens.takeIf('OUTER');
  const join = tokens.expect('JOIN');
  return { ...written(join), kind: word ? kind : 'INNER', kindWord: word && written(word), isComma: false };
}

/** `JOIN item ON …` */
export function readJoin(tokens: TokenReader, readItem: () => FromNode): JoinedItemNode {
  return { ...readJoinWords(tokens), right: readItem(), ...readConditions(tokens) };
}

function readConditions(tokens: TokenReader): Pick<Link, 'on' | 'using'> {
  const on = tokens.condition('ON');
  if (on) return { on, using: undefined };
  const using = tokens.takeIf('USING');
  if (!using) return NO_CONDITION;
  const bracket = writtenFrom(using, tokens.peek());
  const columns = tokens.bracketed(() => tokens.list(() => readName(tokens)));
  return { on: undefined, using: { ...bracket, columns } };
}

/** Gives a condition to the last join that has none and may have one. */
function closeJoin(tokens: TokenReader, links: Link[]): void {
  const comma = links.findLastIndex(({ isComma }) => isComma);
  const open = links.findLastIndex(({ kind, on, using }) => kind !== 'CROSS' && !on && !using);
  const link = links[open];
  if (!link || open < comma) throw tokens.unexpected('no JOIN is left that it could belong to');
  const [, ...within] = links.splice(open, Infinity, link);
  const { line, column } = link.right;
  const right: FromNode = { type: 'BracketedJoin', line, column, text: '(', inner: joined(link.right, within) };
  links[open] = { ...link, right, ...readConditions(tokens) };
}

function joined(first: FromNode, links: readonly Link[]): FromNode {
  return links.reduce<FromNode>((left, link): JoinNode => {
    return { ...link, type: 'Join', ...writtenFrom(left, link), left };
  }, first);
}

/** A table's name as it is written in FROM, which may be the path of an array. */
export interface TablePath extends WrittenNode {
  /** Path without backticks. */
  readonly path: string;
  readonly array: ArrayPath | undefined;
  readonly isPlain: boolean;
}

/** `table`, `my-project.dataset.table`, `row.array` */
export function readTablePath(tokens: TokenReader): TablePath {
  const first = tokens.peek();
  const names = [readPathPart(tokens)];
  let node: ExpressionNode | undefined = names[0]?.node;
  let own: WrittenNode = first;
  while (tokens.is('.')) {
    own = tokens.take();
    const part = readPathPart(tokens, true);
    names.push(part);
    node = node && part.node && { type: 'Field', ...writtenFrom(first, own), operand: node, field: part.node };
  }
  const path = names.map(({ name }) => name).join('.');
  const isPlain = names.length === 1;
  if (isPlain && !node) {
    throw badSyntax(first, `${path} is no plain name; write it in backticks, as in \`${path}\``);
  }
  return {
    ...writtenFrom(first, own),
    path,
    array: isPlain || !node ? undefined : { first: names[0]?.name ?? '', path: node },
    isPlain,
  };
}

/** A name between dots; without backticks it may have dashes, and is no part of an array's path then. */
function readPathPart(tokens: TokenReader, isBehindDot = false) {
  let count = 1;
  while (tokens.peek().kind === 'word' && isDashed(tokens, count - 1)) count += 2;
  if (count > 1) return { name: tokens.takeJoined(count).text, node: undefined };
  // RANGE may be a function that makes rows.
  const isPart = isBehindDot || tokens.is('RANGE', '(');
  const node = isPart ? readPart(tokens) : readName(tokens);
  return { name: node.name, node };
}

function isDashed(tokens: TokenReader, distance: number): boolean {
  return (
    tokens.word(distance + 1) === '-' &&
    tokens.isAdjacent(distance) &&
    tokens.isAdjacent(distance + 1) &&
    tokens.peek(distance + 2).kind === 'word'
  );
}
