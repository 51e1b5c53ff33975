import {
  type ExpressionNode,
  type SetKind,
  type GroupByNode,
  type KeyGroupNode,
  type KeySetsNode,
} from '../ast/nodes.js';
import { badSyntax } from './refusals/refusals.js';
import { type TextPosition } from '../tokens/text-position.js';
import { type TokenReader, written, writtenFrom } from './token-reader.js';

const ALONE =
  'ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY; list the sets of keys, as in GROUPING SETS ((a, b), (a))';

/** `GROUP BY …`, with ALL, ROLLUP, CUBE and GROUPING SETS; undefined where there is none. */
export function readGroupBy(tokens: TokenReader): GroupByNode | undefined {
  const group = tokens.takeIf('GROUP');
  if (!group) return undefined;
  tokens.expect('BY');
  const word = written(group);
  if (tokens.takeIf('ALL')) return { type: 'GroupByAll', ...word };
  const kind = takeKind(tokens);
  if (kind) {
    const sets = readSets(tokens, kind, tokens.peek());
    if (tokens.is(',')) throw badSyntax(tokens.peek(1), ALONE);
    return { type: 'GroupBySets', ...word, sets };
  }
  if (tokens.takeIf('(', ')')) return { type: 'GroupByKeys', ...word, keys: [] };
  return { type: 'GroupByKeys', ...word, keys: tokens.list(() => readKey(tokens)) };
}

function readKey(tokens: TokenReader): ExpressionNode {
  const place = tokens.peek();
  if (kindAt(tokens)) throw badSyntax(place, ALONE);
  return tokens.expression();
}

/** The keyword of the sets of keys that is next. */
export function kindAt(tokens: TokenReader): SetKind | undefined {
  if (tokens.is('ROLLUP', '(')) return 'ROLLUP';
  if (tokens.is('CUBE', '(')) return 'CUBE';
  return tokens.is('GROUPING', 'SETS', '(') ? 'GROUPING SETS' : undefined;
}

function takeKind(tokens: TokenReader): SetKind | undefined {
  const kind = kindAt(tokens);
  if (kind) tokens.takeIf(...kind.split(' '));
  return kind;
}

/** The bracket of sets with its content. */
function readSets(tokens: TokenReader, kind: SetKind, first: TextPosition): KeySetsNode {
  const bracket = writtenFrom(first, tokens.peek());
  const members = tokens.bracketed(() =>
    tokens.list((): KeySetsNode | KeyGroupNode => {
      // GROUPING SETS is found by its second word.
      const word = tokens.peek(tokens.is('GROUPING', 'SETS') ? 1 : 0);
      const inner = takeKind(tokens);
      return inner ? readSets(tokens, inner, word) : readGroup(tokens);
    }),
  );
  return { type: 'KeySets', ...bracket, kind, members };
}

/** A key, or the keys of a group in parentheses. */
function readGroup(tokens: TokenReader): KeyGroupNode {
  const bracket = tokens.peek();
  if (tokens.takeIf('(', ')')) return { type: 'KeyGroup', ...written(bracket), keys: [] };
  const key = tokens.expression();
  const isGroup = key.type === 'Brackets' || (key.type === 'Struct' && key.isTuple);
  const keys = !isGroup ? [key] : key.type === 'Brackets' ? [key.inner] : key.fields.map(({ value }) => value);
  return { type: 'KeyGroup', ...written(key), keys };
}
