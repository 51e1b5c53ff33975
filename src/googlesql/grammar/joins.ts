import { type FromNode, type JoinedItemNode, type JoinNode } from '../ast/nodes.js';
import { readName } from './names.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

const KINDS = new Set(['INNER', 'LEFT', 'RIGHT', 'FULL', 'CROSS']);

/** Joins that may be called OUTER. */
const OUTER = new Set(['LEFT', 'RIGHT', 'FULL']);

/** A join whose place is known once its left side is. */
type Link = Omit<JoinedItemNode, 'line' | 'column'>;

/** An item and the items that are joined with it, from the left to the right. */
export function readJoins(tokens: TokenReader, readItem: () => FromNode): FromNode {
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
  return { ...readJoinWords(tokens), right: readItem(), ...readConditions(tokens) };
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

/** `|> JOIN item ON …` */
export function readPipeJoin(tokens: TokenReader, readItem: () => FromNode): JoinedItemNode {
  return { ...readJoinWords(tokens), right: readItem(), ...readConditions(tokens) };
}

function readConditions(tokens: TokenReader): Pick<Link, 'on' | 'using'> {
  const on = tokens.takeIf('ON');
  if (on) return { on: { ...written(on), condition: tokens.expression() }, using: undefined };
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
