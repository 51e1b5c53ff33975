import {
  type ExpressionNode,
  type QueryBody,
  type QueryNode,
  type FromNode,
  type PipeOperatorNode,
  type SelectItemNode,
  type TableNode,
  type WithClauseNode,
} from '../ast/nodes.js';
import { type TextPosition } from '../tokens/text-position.js';
import { isSameName } from './scan.js';

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

/** An item of FROM, and the tables whose columns it passes on. */
interface Item {
  readonly name: string | undefined;
  readonly tables: readonly string[];
}

/** WITH queries by lower-case name, with the tables whose columns they pass on. */
type Queries = ReadonlyMap<string, () => readonly string[]>;

type Tell = (star: TopStar) => void;

/** The effect of a pipe's operator. */
interface Piped {
  readonly items: readonly Item[];
  readonly queries: Queries;
  readonly star?: TextPosition | undefined;
}

/** The stars at the top of a query. A star in a subquery or a WITH query is left out, unless one around it stands for its columns. */
export function topStars(query: QueryNode): readonly TopStar[] {
  const found: TopStar[] = [];
  starredTables(query, new Map(), (star) => found.push(star));
  return found;
}

/** The tables whose columns a query returns by stars; `tell` gets the stars. */
function starredTables(query: QueryNode, outer: Queries, tell: Tell = () => undefined): readonly string[] {
  return starredIn(query.body, withQueries(query.with, outer), tell);
}

function starredIn(body: QueryBody, queries: Queries, tell: Tell): readonly string[] {
  switch (body.type) {
    case 'Select':
      return selected(body.items, body.from ? itemsOf(body.from, queries) : [], tell);
    case 'BracketedQuery':
      return starredTables(body.query, queries, tell);
    case 'SetOperation': {
      // A set operation has the column names of its first query.
      const tellNameless: Tell = ({ line, column, tables, isPiped }) => {
        tell({ line, column, tables, isPiped });
      };
      return body.operands.flatMap((operand, index) =>
        starredTables(operand, queries, index === 0 ? tell : tellNameless),
      );
    }
    case 'Pipe':
    case 'FromQuery': {
      const { star, items } = piped(body, queries);
      if (star) tell({ line: star.line, column: star.column, tables: tablesOf(items), isPiped: true });
      return tablesOf(items);
    }
  }
}

function selected(list: readonly SelectItemNode[], items: readonly Item[], tell: Tell): readonly string[] {
  const stars = list.flatMap((item, index) =>
    item.type === 'StarItem' ? [{ item, index, tables: tablesOf(starredItems(item.of, items)) }] : [],
  );
  for (const { item, index, tables } of stars) {
    const { of: owner, star, replace } = item;
    const span = { before: index, behind: list.length - index - 1, of: owner?.text };
    const isWhole = stars.length === 1 && replace.length === 0 && (!owner || owner.type === 'Name');
    tell({ line: star.line, column: star.column, tables, isPiped: false, ...(isWhole && { span }) });
  }
  return stars.flatMap(({ tables }) => tables);
}

/** The items that a star may stand for: fields of a value that is none of the items may come from any of them. */
function starredItems(owner: ExpressionNode | undefined, items: readonly Item[]): readonly Item[] {
  const named = items.filter(({ name }) => owner?.type === 'Name' && isSameName(name, owner.name));
  return named.length > 0 ? named : items;
}

/** Adds the queries of a WITH. Each sees those in front of it, and with RECURSIVE all; one that is being followed adds nothing to itself. */
function withQueries(clause: WithClauseNode | undefined, outer: Queries): Queries {
  if (!clause) return outer;
  const queries = new Map(outer);
  for (const { name, query } of clause.queries) {
    const visible = clause.isRecursive ? queries : new Map(queries);
    let tables: readonly string[] | undefined;
    queries.set(name.toLowerCase(), () => {
      if (tables) return tables;
      tables = [];
      return (tables = [...new Set(starredTables(query, visible))]);
    });
  }
  return queries;
}

/** The items of a FROM clause; an array among them may belong to one of `before`. */
function itemsOf(item: FromNode, queries: Queries, before: readonly Item[] = []): readonly Item[] {
  switch (item.type) {
    case 'Table':
      return [namedItem(item, queries, before)];
    case 'QueryItem':
      return [{ name: item.alias?.name, tables: starredTables(item.query, queries) }];
    case 'BracketedJoin':
      return itemsOf(item.inner, queries, before);
    case 'Join': {
      const left = itemsOf(item.left, queries, before);
      return [...left, ...itemsOf(item.right, queries, [...before, ...left])];
    }
    case 'Reshaped':
      return [{ name: item.by.alias?.name, tables: tablesOf(itemsOf(item.input, queries, before)) }];
    case 'UnnestItem':
      return [{ name: item.alias?.name, tables: tablesOf(before) }];
    case 'TableFunction':
      return [{ name: undefined, tables: tablesOf(before) }];
  }
}

function namedItem(item: TableNode, queries: Queries, before: readonly Item[]): Item {
  const path = item.path.split('.');
  const [first = '', second] = path;
  const name = item.alias?.name ?? path.at(-1);
  const query = second === undefined ? queries.get(first.toLowerCase()) : undefined;
  if (query) return { name, tables: query() };
  const isArray = second !== undefined && before.some((each) => isSameName(each.name, first));
  return { name, tables: isArray ? tablesOf(before) : [item.path] };
}

function piped(body: QueryBody, queries: Queries): Piped {
  if (body.type === 'FromQuery') return { items: itemsOf(body.item, queries), queries, star: body };
  if (body.type === 'Pipe') {
    const { input, operators } = body;
    return operators.reduce(behindOperator, piped(input.body, withQueries(input.with, queries)));
  }
  return pipedRows((tell) => starredIn(body, queries, tell), queries);
}

function behindOperator(before: Piped, operator: PipeOperatorNode): Piped {
  const { items, queries } = before;
  switch (operator.type) {
    case 'PipeSelect':
      return pipedRows((tell) => selected(operator.items, items, tell), queries);
    case 'PipeAggregate':
      return { queries, items: [] };
    case 'PipeWith':
      return { ...before, queries: withQueries(operator.clause, queries) };
    case 'PipeJoin':
      return { ...before, items: [...items, ...itemsOf(operator.clause.right, queries, items)] };
    default:
      return before;
  }
}

/** Rows of a SELECT, behind which its tables have no names. */
function pipedRows(tables: (tell: Tell) => readonly string[], queries: Queries): Piped {
  const stars: TopStar[] = [];
  const items = [{ name: undefined, tables: tables((star) => stars.push(star)) }];
  return { items, queries, star: stars[0] };
}

function tablesOf(items: readonly Item[]): readonly string[] {
  return [...new Set(items.flatMap(({ tables }) => tables))];
}
