import { type CstNode } from './cst.js';
import { compileAs } from './expressions.js';
import { type Scope } from './scope.js';
import { INT64, type SqlType } from './types.js';

/** The bounds of a frame from the first row to the last. */
const PLACES = ['UNBOUNDED PRECEDING', 'n PRECEDING', 'CURRENT ROW', 'n FOLLOWING', 'UNBOUNDED FOLLOWING'];

interface Bound {
  readonly sql: string;
  readonly place: number;
}

/** ROWS or RANGE; without BETWEEN a frame ends at the current row. */
export function frameClause(
  node: CstNode,
  scope: Scope,
  order: readonly string[],
  kinds: readonly SqlType['kind'][],
): string {
  node.only('start', 'end', 'between', 'and');
  const isRange = node.keyword === 'RANGE';
  const read = (words: readonly CstNode[]) => bound(words, scope, node);
  const start = read(node.list('start'));
  const end = node.has('end') ? read(node.list('end')) : { sql: 'CURRENT ROW', place: 2 };
  if (start.place === 4 || end.place === 0 || start.place > end.place) {
    throw node.error('this frame ends before it begins');
  }
  if (isRange && [start, end].some(({ place }) => PLACES[place]?.startsWith('n'))) {
    if (order.length !== 1) throw node.error('RANGE with a distance needs ORDER BY with one number');
    // NaN needs a key of its own here, and NUMERIC distances other types.
    if (kinds[0] !== 'INT64') throw node.unsupported('RANGE with a distance over anything but one INT64 key');
  }
  return `${isRange ? 'RANGE' : 'ROWS'} BETWEEN ${start.sql} AND ${end.sql}`;
}

function bound(words: readonly CstNode[], scope: Scope, node: CstNode): Bound {
  const [first, second] = words;
  if (!first || !second || words.length > 2) throw node.unsupported('this frame');
  for (const word of words) word.only();
  const isDistance = first.type === 'NumericLiteral' || first.type === 'Parameter';
  const place = PLACES.indexOf(`${isDistance ? 'n' : first.keyword} ${second.keyword}`);
  if (place < 0) throw first.error('a frame is bounded by UNBOUNDED, CURRENT ROW, an integer or a parameter');
  if (!isDistance) return { sql: `${first.keyword} ${second.keyword}`, place };
  return { sql: `bq_distance(${compileAs(first, scope, INT64)}) ${second.keyword}`, place };
}
