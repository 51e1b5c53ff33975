import { quote } from '../../../errors/excerpt.js';
import { type FinalOrder, finalOrder, type OrderItem } from '../../../googlesql/checks/final-order.js';
import { ifParsed } from '../../../googlesql/grammar/parse.js';
import type { TextPosition } from '../../../googlesql/tokens/text-position.js';
import type { Problems } from '../../../diagnostics/problem.js';
import { placeIn } from '../../endpoint-source.js';
import type { ColumnDeclaration, Endpoint, PageKey } from '../../endpoint.js';

/** The parts of a file that its pages are made of. */
export interface PagedFile extends Pick<Endpoint, 'sql' | 'source' | 'parameters'> {
  readonly columns: readonly ColumnDeclaration[];
  /** Names of parameters that a key has to be bound to. */
  readonly bound: readonly string[];
}

interface WrittenPage {
  readonly size: number;
  /** Parameters with their columns. */
  readonly names: ReadonlyMap<string, string>;
  readonly place: TextPosition;
}

/**
 * The columns of `next` in the order of the query. ORDER BY has to name all of them and no others: another column between them would lose
 * rows, and a missing one would leave equal rows in any order. Undefined where it does not.
 */
export function pageOrder(page: WrittenPage, file: PagedFile, problems: Problems): readonly PageKey[] | undefined {
  const order = ifParsed(file.sql, finalOrder);
  if (!order) {
    // The engine says why the query cannot be read, or takes it all the same.
    const message = 'the query’s ORDER BY cannot be read, and pages go by it; write the query in another way';
    problems.add('page_order', page.place, message);
    return undefined;
  }
  const before = problems.count;
  const add = (place: TextPosition, message: string) => {
    problems.add('page_order', placeIn(file, place), message);
  };
  checkExtent(page, order, add);
  const keys = keysOf(page, order, file, add);
  const ordered = new Set(keys.map(({ column }) => column));
  const missing = Array.from(page.names.values()).filter((column) => !ordered.has(column));
  if (missing.length > 0 && problems.count === before) {
    const [last] = order.items.slice(-1);
    const message = `the query’s ORDER BY has to end with ${missing.join(', ')}: "next" goes by it`;
    if (last) add(last, message);
    else problems.add('page_order', page.place, message);
  }
  return problems.count === before ? keys : undefined;
}

type Add = (place: TextPosition, message: string) => void;

/** Refuses a query that leaves rows out itself: they would be on no page. */
function checkExtent({ size }: WrittenPage, { limit, offset }: FinalOrder, add: Add): void {
  if (offset) add(offset, 'OFFSET leaves rows of every page out; remove it');
  if (!limit || (limit.count !== undefined && limit.count > size)) return;
  const remedy = `write LIMIT ${size + 1}, by which Quern tells whether there are more rows, or remove it`;
  add(limit, `pages end at their "size", ${size}; ${remedy}`);
}

function keysOf({ names }: WrittenPage, { items }: FinalOrder, { columns }: PagedFile, add: Add): readonly PageKey[] {
  return items.flatMap((item, index) => {
    const column = nameOf(item, columns);
    // Ordering by a column once more makes no difference.
    if (column !== undefined && items.slice(0, index).some((other) => nameOf(other, columns) === column)) return [];
    const [parameter] = Array.from(names).find((entry) => entry[1] === column) ?? [];
    if (column !== undefined && parameter !== undefined) return [{ parameter, column, descending: item.descending }];
    const what =
      column === undefined ? 'this is no column of the answer' : `"next" has no parameter for ${quote(column)}`;
    const remedy = `order by ${[...names.values()].join(', ')} alone`;
    add(item, `${what}, and the next page goes on by the columns of the ORDER BY; ${remedy}`);
    return [];
  });
}

function nameOf({ by }: OrderItem, columns: PagedFile['columns']): string | undefined {
  if (typeof by === 'number') return columns[by - 1]?.name;
  return columns.find(({ name }) => name.toLowerCase() === by?.toLowerCase())?.name;
}
