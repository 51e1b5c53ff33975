import {
  type ExpressionNode,
  type FromNode,
  type FromQueryNode,
  type JoinedItemNode,
  type PipeNode,
  type PipeOperatorNode,
  type QueryBody,
  type QueryNode,
  type SelectItemNode,
  type SelectNode,
  type SetOperationNode,
  type TableNode,
  type WithClauseNode,
} from '../ast/nodes.js';
import { limitOf, partsOf, type TreeNode } from '../ast/parts.js';
import { type RowPlace } from '../resolver/names/name-place.js';
import { type Resolution } from '../resolver/queries/resolution.js';
import { byName, isSameName } from '../tokens/by-name.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';
import { boundScans, linkedScans, partitionScans } from './scan-bounds.js';
import { type ReadItem, type ReadQuery, type ReadRows, type Scan, type ScannedColumn, UNKNOWN } from './scan.js';
import { starsIn, starsOfAll, type Starred, tablesOf } from './stars.js';

/** Most readings of a query: WITH queries that each name the one before twice would double them without end. */
const MAX_READINGS = 1000;

const NO_ROWS: ReadRows = { items: [], merged: [] };

/** Follows a resolved query from its tables to its answer, and notes the bounds of each reading of a table. */
export class QueryReader {
  private scans: Scan[] = [];
  private readings = 0;
  private readonly links: (readonly Scan[])[] = [];
  private readonly withQueries = new Set<QueryNode>();
  private readonly known = new Set<QueryNode>();
  /** Queries that are being read now: a reference to one of them is a recursion. */
  private readonly open = new Set<QueryNode>();

  constructor(
    private readonly resolution: Resolution,
    private readonly partitionColumns: ReadonlyMap<string, string>,
  ) {}

  read({ with: clause, body }: QueryNode): ReadQuery {
    if (clause) this.define(clause);
    const query = this.body(body);
    // A filter behind a LIMIT does not keep rows from being read.
    return limitOf(body) ? { ...query, columns: query.columns.map(() => []) } : query;
  }

  /** Returns all scans so far, with bounds carried over between those that are joined by their partition columns. */
  settledScans(): readonly Scan[] {
    const isHalfBound = (link: readonly Scan[]) => new Set(link.map(({ isUnbounded }) => isUnbounded)).size === 2;
    for (let link = this.links.find(isHalfBound); link; link = this.links.find(isHalfBound)) bound(link);
    return this.scans;
  }

  /** Reads the WITH queries that nothing has read, and returns their scans. */
  readIdle(): readonly Scan[] {
    this.scans = [];
    for (const query of [...this.withQueries].reverse()) if (!this.known.has(query)) this.readWith(query);
    return this.scans;
  }

  private define({ queries }: WithClauseNode): void {
    for (const { query } of queries) this.withQueries.add(query);
  }

  private readWith(query: QueryNode): ReadQuery {
    this.known.add(query);
    this.readings += 1;
    if (this.open.has(query) || this.readings > MAX_READINGS) return UNKNOWN;
    this.open.add(query);
    const found = this.read(query);
    this.open.delete(query);
    return found;
  }

  private body(body: QueryBody): ReadQuery {
    switch (body.type) {
      case 'Select':
        return this.select(body);
      case 'BracketedQuery':
        for (const part of partsOf(body)) if (part !== body.query) this.subqueries(part);
        return this.read(body.query);
      case 'SetOperation':
        for (const { key } of body.orderBy?.items ?? []) this.subqueries(key);
        return this.united(
          body,
          body.operands.map((operand) => this.read(operand)),
        );
      case 'FromQuery':
      case 'Pipe':
        return { ...UNKNOWN, ...this.unclear(() => this.pipe(body)) };
    }
  }

  private select(query: SelectNode): ReadQuery {
    const rows = query.from ? this.from(query.from) : NO_ROWS;
    if (query.where) this.filter(query.where.condition, rows);
    for (const part of partsOf(query)) if (part !== query.from) this.subqueries(part);
    const columns = query.items.flatMap((item) => this.selected(item, rows));
    return { ...starsIn(query.items, rows.items, this.resolution), columns };
  }

  private selected(item: SelectItemNode, rows: ReadRows): readonly ScannedColumn[] {
    if (item.type !== 'StarItem') return [this.partitionScans(item.value, rows)];
    return this.resolution.stars.of(item).columns.map(({ place }) => {
      if (place.of === 'value') return this.partitionScans(place.node, rows);
      return place.of === 'answer' ? [] : scansAt({ ...place, of: place.of }, rows);
    });
  }

  /** Columns of a set operation; where some of them are not known, nothing is certain. */
  private united(node: SetOperationNode, operands: readonly ReadQuery[]): ReadQuery {
    const sets = this.resolution.sets.find(node);
    if (!sets) for (const { columns } of operands) columns.forEach(bound);
    const columns = (sets ?? []).map(({ sources }) =>
      sources.flatMap((place, index) => (place === undefined ? [] : (operands[index]?.columns[place] ?? []))),
    );
    return { ...starsOfAll(operands), columns };
  }

  private from(item: FromNode, before: readonly ReadItem[] = []): ReadRows {
    switch (item.type) {
      case 'Table':
        return rowsOf(this.table(item, before));
      case 'QueryItem':
        return rowsOf(this.read(item.query));
      case 'BracketedJoin':
        return this.from(item.inner, before);
      case 'Join':
        return this.join(this.from(item.left, before), item, before);
      case 'Reshaped':
        // The operator makes rows that no longer are those of the item.
        return this.unclear(() => {
          const { items } = this.from(item.input, before);
          for (const part of partsOf(item)) if (part !== item.input) this.subqueries(part);
          return rowsOf({ columns: [], tables: tablesOf(items) });
        });
      case 'UnnestItem':
      case 'TableFunction':
        this.subqueries(item);
        return rowsOf({ columns: [], tables: tablesOf(before) });
    }
  }

  /** Reads a table or a query of WITH; a path may be an array of an item before it. */
  private table(item: TableNode, before: readonly ReadItem[]): ReadItem {
    const source = this.resolution.sources.find(item);
    if (!source) return { columns: [], tables: tablesOf(before) };
    if (source.query) return this.readWith(source.query);
    if (!source.table) return UNKNOWN;
    const { path: table, line, column } = item;
    // A path of several names or another dataset has no partition column known here.
    const partition = this.partitionColumns.get(table);
    const scan: Scan = { table, line, column, isUnbounded: partition !== undefined };
    this.scans.push(scan);
    this.readings += 1;
    const columns = source.table.columns.map(({ name }) => (isSameName(partition, name) ? [scan] : []));
    return { columns, tables: [table] };
  }

  private join(left: ReadRows, { kind, right, on, using }: JoinedItemNode, before: readonly ReadItem[] = []): ReadRows {
    const after = this.from(right, [...before, ...left.items]);
    if (on) {
      // An outer join keeps the rows of its own side, even where its condition does not hold.
      const [one, other] = [kind === 'LEFT' || kind === 'FULL', kind === 'RIGHT' || kind === 'FULL'];
      this.filter(on.condition, joined(one ? unread(left) : left, other ? unread(after) : after));
      this.subqueries(on.condition);
    }
    const merged = (using?.columns ?? []).map((word) => {
      const [one, other] = this.resolution.sides.of(word);
      const scans = [...scansAt(one, left), ...scansAt(other, after)];
      this.links.push(scans);
      return { name: word.name, scans };
    });
    const both = joined(left, after);
    return { ...both, merged: [...merged, ...both.merged.filter(({ name }) => byName(merged, name).length === 0)] };
  }

  private pipe(body: PipeNode | FromQueryNode): Starred {
    const input = body.type === 'Pipe' ? body.input : undefined;
    if (input?.with) this.define(input.with);
    const source = input?.body ?? body;
    let piped: Piped =
      source.type === 'FromQuery' ? { rows: this.from(source.item), star: source } : selectedRows(this.body(source));
    for (const operator of body.type === 'Pipe' ? body.operators : []) piped = this.operator(operator, piped);
    const tables = tablesOf(piped.rows.items);
    return { tables, stars: piped.star ? [{ ...placeOf(piped.star), tables, isPiped: true }] : [] };
  }

  /** Reads an operator of a pipe. */
  private operator(operator: PipeOperatorNode, { rows, star }: Piped): Piped {
    if (operator.type === 'PipeJoin') return { rows: this.join(rows, operator.clause), star };
    if (operator.type === 'PipeWith') this.define(operator.clause);
    else for (const part of partsOf(operator)) this.subqueries(part);
    if (operator.type === 'PipeAggregate') return { rows: NO_ROWS, star: undefined };
    if (operator.type === 'PipeSelect') return selectedRows(starsIn(operator.items, rows.items, this.resolution));
    return { rows: KEEPING.has(operator.type) ? rows : whole(rows), star };
  }

  /** Reads a part that is not understood to its end: its tables count, and are not warned of. */
  private unclear<T>(read: () => T): T {
    const before = this.scans.length;
    const found = read();
    bound(this.scans.slice(before));
    return found;
  }

  /** Reads the queries within an expression. */
  private subqueries(node: TreeNode): void {
    if (node.type === 'Query') this.read(node);
    else for (const part of partsOf(node)) this.subqueries(part);
  }

  /** Applies a condition to rows that it can keep from being read. */
  private filter(condition: ExpressionNode, rows: ReadRows): void {
    const scansOf = (node: ExpressionNode) => this.scansNamed(node, rows);
    bound([...boundScans(condition, scansOf)]);
    this.links.push(...linkedScans(condition, scansOf));
  }

  private partitionScans(node: ExpressionNode, rows: ReadRows): ScannedColumn {
    return partitionScans(node, (each) => this.scansNamed(each, rows));
  }

  private scansNamed(node: ExpressionNode, rows: ReadRows): ScannedColumn {
    const { of, depth, ...place } = this.resolution.names.find(node) ?? { of: 'answer', depth: 0, index: 0 };
    return of === 'answer' || depth > 0 ? [] : scansAt({ of, ...place }, rows);
  }
}

/** The rows behind an operator of a pipe, and the star that decides their columns. */
interface Piped {
  readonly rows: ReadRows;
  readonly star: TextPosition | undefined;
}

/** Operators of a pipe that leave the items of FROM in their places. */
const KEEPING: ReadonlySet<PipeOperatorNode['type']> = new Set([
  'PipeWhere',
  'PipeOrderBy',
  'PipeLimit',
  'PipeAssert',
  'PipeWith',
]);

/** Rows of a SELECT, behind which its tables have no names. */
function selectedRows({ tables, stars }: Starred): Piped {
  return { rows: rowsOf({ columns: [], tables }), star: stars[0] };
}

function rowsOf(item: ReadItem): ReadRows {
  return { items: [item], merged: [] };
}

/** All rows as one item. */
function whole({ items }: ReadRows): ReadRows {
  return rowsOf({ columns: [], tables: tablesOf(items) });
}

function joined(left: ReadRows, right: ReadRows): ReadRows {
  return { items: [...left.items, ...right.items], merged: [...left.merged, ...right.merged] };
}

/** Rows whose columns no condition bounds. */
function unread({ items, merged }: ReadRows): ReadRows {
  return {
    items: items.map(({ tables }) => ({ tables, columns: [] })),
    merged: merged.map(({ name }) => ({ name, scans: [] })),
  };
}

function scansAt({ of, index, column, field }: RowPlace, { items, merged }: ReadRows): ScannedColumn {
  if (of === 'merged') return merged[index]?.scans ?? [];
  return column === undefined || field !== undefined ? [] : (items[index]?.columns[column] ?? []);
}

function bound(scans: readonly Scan[]): void {
  for (const scan of scans) scan.isUnbounded = false;
}
