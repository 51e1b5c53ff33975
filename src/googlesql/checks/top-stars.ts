import type { SyntaxNode } from '../parser/syntax-node.js';
import type { TextPosition } from '../tokens/text-position.js';
import { aliasOf, isSameName, nameOf, pathOf } from './scan.js';

/** A `*` that decides which columns a query returns; in pipe syntax also a FROM that no SELECT or AGGREGATE follows. */
export interface TopStar extends TextPosition {
  /** The tables whose columns it stands for, as they are written; none where the query names all that it stands for. */
  readonly tables: readonly string[];
  /** Where its columns are among those of the answer; undefined where that cannot be told. */
  readonly span?: ColumnSpan;
  /** A SELECT at the end of the pipe names the columns instead. */
  readonly isPiped: boolean;
}

/** The columns of an answer, but for so many at its beginning and its end. */
export interface ColumnSpan {
  readonly before: number;
  readonly behind: number;
  /** The item of `item.*` as it is written. */
  readonly of: string | undefined;
}

/** An item of FROM, and the tables whose columns it passes on. */
interface Item {
  readonly name: string | undefined;
  readonly tables: readonly string[];
}

/** WITH queries by lower-case name, with the tables whose columns they pass on. */
type Queries = ReadonlyMap<string, () => readonly string[]>;

type Tell = (star: TopStar) => void;

/** What an operator of a pipe finds. */
interface Piped {
  readonly items: readonly Item[];
  readonly queries: Queries;
  readonly star?: TextPosition | undefined;
}

/** The stars at the top of a query. One in a subquery or a WITH query is no matter, unless one around it stands for its columns. */
export function topStars(query: SyntaxNode): readonly TopStar[] {
  const found: TopStar[] = [];
  starredTables(query, new Map(), (star) => found.push(star));
  return found;
}

/** The tables whose columns a query returns by stars, which are told. */
function starredTables(query: SyntaxNode, outer: Queries, tell: Tell = () => undefined): readonly string[] {
  const queries = withQueries(query.child('with'), outer);
  const [left, right, inner] = [query.child('left'), query.child('right'), query.child('stmt')];
  switch (query.type) {
    case 'SelectStatement':
      return selected(query, itemsOf(query.child('from')?.child('expr'), queries), tell);
    case 'GroupedStatement':
      return inner ? starredTables(inner, queries, tell) : [];
    case 'SetOperator': {
      // Columns have the names of the first query.
      const tellNameless: Tell = ({ line, column, tables, isPiped }) => {
        tell({ line, column, tables, isPiped });
      };
      return [left && starredTables(left, queries, tell), right && starredTables(right, queries, tellNameless)].flatMap(
        (tables) => tables ?? [],
      );
    }
    case 'PipeStatement':
    case 'FromStatement': {
      const { star, items } = piped(query, queries);
      if (star) tell({ line: star.line, column: star.column, tables: tablesOf(items), isPiped: true });
      return tablesOf(items);
    }
    default:
      return [];
  }
}

function selected(select: SyntaxNode, items: readonly Item[], tell: Tell): readonly string[] {
  const list = select.list('exprs');
  const stars = list.flatMap((item, index) => {
    const owner = item.type === 'DotOperator' ? item.child('left') : undefined;
    const star = owner ? item.child('right') : item;
    return star?.type === 'Asterisk' ? [{ star, index, owner, tables: tablesOf(starredItems(owner, items)) }] : [];
  });
  for (const { star, index, owner, tables } of stars) {
    const span = { before: index, behind: list.length - index - 1, of: owner?.text };
    const isWhole = stars.length === 1 && !star.has('replace') && (!owner || owner.type === 'Identifier');
    tell({ line: star.line, column: star.column, tables, isPiped: false, ...(isWhole && { span }) });
  }
  return stars.flatMap(({ tables }) => tables);
}

/** The fields of a value that is none of the items may come from any of them. */
function starredItems(owner: SyntaxNode | undefined, items: readonly Item[]): readonly Item[] {
  const named = items.filter(({ name }) => owner?.type === 'Identifier' && isSameName(name, nameOf(owner)));
  return named.length > 0 ? named : items;
}

/** Each query sees those in front of it, and with RECURSIVE all; one that is being followed adds nothing to itself. */
function withQueries(clause: SyntaxNode | undefined, outer: Queries): Queries {
  if (!clause) return outer;
  const queries = new Map(outer);
  for (const each of clause.list('queries')) {
    const body = each.child('stmt');
    const visible = clause.has('recursive') ? queries : new Map(queries);
    let tables: readonly string[] | undefined;
    queries.set(nameOf(each).toLowerCase(), () => {
      if (tables) return tables;
      tables = [];
      return (tables = body ? [...new Set(starredTables(body, visible))] : []);
    });
  }
  return queries;
}

/** The items of a FROM clause; `before` are those that an array among them may be of. */
function itemsOf(item: SyntaxNode | undefined, queries: Queries, before: readonly Item[] = []): readonly Item[] {
  if (!item) return [];
  const reshaping = item.child('pivot') ?? item.child('unpivot') ?? item.child('match_recognize');
  const name = aliasOf(reshaping ?? item);
  switch (item.type) {
    case 'Identifier':
    case 'DotOperator':
    case 'MultiTokenIdentifier':
      return [namedItem(item, name, queries, before)];
    case 'GroupedStatement':
      return [{ name, tables: starredTables(item, queries) }];
    case 'GroupedExpr':
      return itemsOf(item.child('expr'), queries, before);
    case 'JoinOperator': {
      const left = itemsOf(item.child('left'), queries, before);
      return [...left, ...itemsOf(item.child('right'), queries, [...before, ...left])];
    }
    default:
      return [{ name, tables: tablesOf(before) }];
  }
}

function namedItem(item: SyntaxNode, alias: string | undefined, queries: Queries, before: readonly Item[]): Item {
  const path = pathOf(item);
  const [first = '', second] = path;
  const name = alias ?? path.at(-1);
  const query = second === undefined ? queries.get(first.toLowerCase()) : undefined;
  if (query) return { name, tables: query() };
  const isArray = second !== undefined && before.some((each) => isSameName(each.name, first));
  return { name, tables: isArray ? tablesOf(before) : [path.join('.')] };
}

function piped(node: SyntaxNode, queries: Queries): Piped {
  const [left, operator] = [node.child('left'), node.child('right')];
  if (node.type === 'FromStatement') return { items: itemsOf(node.child('expr'), queries), queries, star: node };
  if (node.type !== 'PipeStatement' || !left || !operator) {
    const stars: TopStar[] = [];
    const tables = starredTables(node, queries, (star) => stars.push(star));
    return { items: [{ name: undefined, tables }], queries, star: stars[0] };
  }
  const before = piped(left, queries);
  switch (operator.type) {
    case 'SelectPipeOperator': {
      const stars: TopStar[] = [];
      const tables = selected(operator, before.items, (star) => stars.push(star));
      return { ...before, items: [{ name: undefined, tables }], star: stars[0] };
    }
    case 'AggregatePipeOperator':
      return { ...before, items: [], star: undefined };
    case 'WithPipeOperator':
      return { ...before, queries: withQueries(operator, before.queries) };
    case 'JoinPipeOperator': {
      const joined = operator.list('exprs').flatMap((item) => itemsOf(item, before.queries, before.items));
      return { ...before, items: [...before.items, ...joined] };
    }
    default:
      return before;
  }
}

function tablesOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.flatMap(({ tables }) => tables))];
}
