import { type SelectItemNode } from '../ast/nodes.js';
import { type Resolution } from '../resolver/queries/resolution.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';

/** A `*` that decides which columns a query returns; in pipe syntax also a FROM that no SELECT or AGGREGATE follows. */
export interface TopStar extends TextPosition {
  /** Tables whose columns it stands for, as they are written; none where the query names all of these columns. */
  readonly tables: readonly string[];
  /** Place of its columns in the answer; undefined where it is not known. */
  readonly span?: ColumnSpan;
  /** Whether a SELECT at the end of the pipe is the remedy. */
  readonly isPiped: boolean;
}

/** The columns of an answer except for some at its beginning and its end. */
export interface ColumnSpan {
  readonly before: number;
  readonly behind: number;
  /** Item of `item.*` as it is written. */
  readonly of: string | undefined;
}

/** Stars of a query or a FROM item, and the tables whose columns they pass on. */
export interface Starred {
  /** Tables whose columns it passes on, each once. */
  readonly tables: readonly string[];
  /** Stars of a query. One in a subquery or a WITH query is left out, unless one around it stands for its columns. */
  readonly stars: readonly TopStar[];
}

/** The stars in a SELECT list over the items of FROM, which have the places that the resolver gives them. */
export function starsIn(
  list: readonly SelectItemNode[],
  items: readonly Pick<Starred, 'tables'>[],
  { stars }: Pick<Resolution, 'stars'>,
): Starred {
  const found = list.flatMap((item, index) => {
    if (item.type !== 'StarItem') return [];
    // Fields of a value that is none of the items may come from any of them.
    const starred = items[stars.of(item).item ?? -1];
    return [{ item, index, tables: tablesOf(starred ? [starred] : items) }];
  });
  const all = found.map(({ item, index, tables }): TopStar => {
    const { of: owner, star, replace } = item;
    const span = { before: index, behind: list.length - index - 1, of: owner?.text };
    const isWhole = found.length === 1 && replace.length === 0 && (!owner || owner.type === 'Name');
    return { ...placeOf(star), tables, isPiped: false, ...(isWhole && { span }) };
  });
  return { tables: tablesOf(found), stars: all };
}

/** The stars of a set operation, which has the column names of its first query. */
export function starsOfAll(operands: readonly Starred[]): Starred {
  const stars = operands.flatMap((operand, index) =>
    operand.stars.map(({ span, ...star }): TopStar => (index === 0 && span ? { ...star, span } : star)),
  );
  return { tables: tablesOf(operands), stars };
}

export function tablesOf(items: readonly Pick<Starred, 'tables'>[]): readonly string[] {
  return [...new Set(items.flatMap(({ tables }) => tables))];
}
