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
import { type SetColumn } from '../resolver/set-columns.js';
import { type Resolution } from '../resolver/queries/resolution.js';
import { byName, isSameName } from '../tokens/by-name.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';
import { boundScans, linkedScans, partitionScans } from './scan-bounds.js';
import { type Scan, type ScannedColumn, type ScannedQuery, UNKNOWN } from './scan.js';
import {
  joined,
  NO_ROWS,
  rowsOf,
  scansAt,
  type ScannedItem,
  type ScannedRows,
  unboundable,
  whole,
} from './scanned-rows.js';
import { starsIn, starsOfAll, type Starred, tablesOf } from './stars.js';

/** Most readings of a query: WITH queries that each name the one before twice would double them without end. */
const MAX_READINGS = 1000;

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

  /** Reads a whole query: its scans, those in WITH queries that nothing reads, and the stars at its top. */
  readWhole(query: QueryNode): Pick<Starred, 'stars'> & Record<'scans' | 'idle', readonly Scan[]> {
    const { stars } = this.read(query);
    const scans = this.settledScans();
    this.scans = [];
    for (const each of [...this.withQueries].reverse()) if (!this.known.has(each)) this.readWith(each);
    return { stars, scans, idle: this.scans };
  }

  /** Returns all scans so far, with bounds carried over between those that are joined by their partition columns. */
  private settledScans(): readonly Scan[] {
    const isHalfBound = (link: readonly Scan[]) => new Set(link.map(({ isUnbounded }) => isUnbounded)).size === 2;
    for (let link = this.links.find(isHalfBound); link; link = this.links.find(isHalfBound)) bound(link);
    return this.scans;
  }

  private read({ with: clause, body }: QueryNode): ScannedQuery {
    if (clause) this.define(clause);
    const query = this.body(body);
    // A filter behind a LIMIT does not keep rows from being read.
    return limitOf(body) ? { ...query, columns: query.columns.map(() => []) } : query;
  }

  private define({ queries }: WithClauseNode): void {
    for (const { query } of queries) this.withQueries.add(query);
  }

  private readWith(query: QueryNode): ScannedQuery {
    this.known.add(query);
    this.readings += 1;
    if (this.open.has(query) || this.readings > MAX_READINGS) return UNKNOWN;
    this.open.add(query);
    const found = this.read(query);
    this.open.delete(query);
    return found;
  }

  private body(body: QueryBody): ScannedQuery {
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

  private select(query: SelectNode): ScannedQuery {
    const rows = query.from ? this.from(query.from) : NO_ROWS;
    if (query.where) this.filter(query.where.condition, rows);
    for (const part of partsOf(query)) if (part !== query.from) this.subqueries(part);
    const columns = query.items.flatMap((item) => this.selected(item, rows));
    return { ...starsIn(query.items, rows.items, this.resolution), columns };
  }

  private selected(item: SelectItemNode, rows: ScannedRows): readonly ScannedColumn[] {
    if (item.type !== 'StarItem') return [this.partitionScans(item.value, rows)];
    return this.resolution.stars.of(item).columns.map(({ place }) => {
      return place.of === 'value' ? this.partitionScans(place.node, rows) : scansAt(place, rows);
    });
  }

  /** Columns of a set operation; where some of them are not known, nothing is certain. */
  private united(node: SetOperationNode, operands: readonly ScannedQuery[]): ScannedQuery {
    const sets = this.resolution.sets.find(node) ?? this.recursiveColumns(node, operands);
    if (!sets) for (const { columns } of operands) columns.forEach(bound);
    const columns = (sets ?? []).map(({ sources }) =>
      sources.flatMap((place, index) => (place === undefined ? [] : (operands[index]?.columns[place] ?? []))),
    );
    return { ...starsOfAll(operands), columns };
  }

  /** The columns of a base term that is one query, and of the recursive term. */
  private recursiveColumns(
    { operands: [, term] }: SetOperationNode,
    [base]: readonly ScannedQuery[],
  ): readonly Pick<SetColumn, 'sources'>[] | undefined {
    const places = term && this.resolution.terms.find(term);
    return places && base?.columns.map((_, index) => ({ sources: [index, places[index]] }));
  }

  private from(item: FromNode, before: readonly ScannedItem[] = []): ScannedRows {
    switch (item.type) {
      case 'Table':
        return rowsOf(this.table(item, before));
      case 'QueryItem':
        return rowsOf(this.read(item.query));
      case 'BracketedJoin':
        return this.from(item.inner, before);
      case 'Join':
        return this.join(this.from(item.left, before), item);
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
  private table(item: TableNode, before: readonly ScannedItem[]): ScannedItem {
    const array = this.resolution.arrays.find(item);
    if (array) return { columns: [], tables: before[array.owner]?.tables ?? tablesOf(before) };
    const source = this.resolution.sources.of(item);
    if (source.query) return this.readWith(source.query);
    const { path: table, line, column } = item;
    // A path of several names or another dataset has no partition column known here.
    const partition = this.partitionColumns.get(table);
    const scan: Scan = { table, line, column, isUnbounded: partition !== undefined };
    this.scans.push(scan);
    this.readings += 1;
    const columns = (source.table?.columns ?? []).map(({ name }) => (isSameName(partition, name) ? [scan] : []));
    return { columns, tables: [table] };
  }

  private join(left: ScannedRows, { kind, right, on, using }: JoinedItemNode): ScannedRows {
    const after = this.from(right, left.items);
    if (on) {
      // An outer join keeps the rows of its own side, even where its condition does not hold.
      const [keepsLeft, keepsRight] = [kind === 'LEFT' || kind === 'FULL', kind === 'RIGHT' || kind === 'FULL'];
      this.filter(on.condition, joined(keepsLeft ? unboundable(left) : left, keepsRight ? unboundable(after) : after));
      this.subqueries(on.condition);
    }
    const merged = (using?.columns ?? []).map((word) => {
      const [leftPlace, rightPlace] = this.resolution.sides.of(word);
      const scans = [...scansAt(leftPlace, left), ...scansAt(rightPlace, after)];
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
  private operator(operator: PipeOperatorNode, piped: Piped): Piped {
    const { rows, star, isMixed } = piped;
    if (operator.type === 'PipeWith') this.define(operator.clause);
    else if (operator.type !== 'PipeJoin') for (const part of partsOf(operator)) this.subqueries(part);
    switch (operator.type) {
      case 'PipeJoin': {
        const both = this.join(rows, operator.clause);
        return { ...piped, rows: isMixed ? whole(both) : both };
      }
      case 'PipeSelect':
        return selectedRows(starsIn(operator.items, rows.items, this.resolution));
      case 'PipeAggregate':
        return { rows: rowsOf(UNKNOWN), star: undefined };
      case 'PipeExtend':
        return { ...piped, rows: joined(rows, rowsOf(UNKNOWN)) };
      case 'PipeAs':
      case 'PipePivot':
      case 'PipeUnpivot':
      case 'PipeSetOperation':
        return { rows: whole(rows), star };
      case 'PipeSet':
      case 'PipeDrop':
      case 'PipeRename':
      case 'PipeDistinct':
        return { rows: whole(rows), star, isMixed: true };
      default:
        return piped;
    }
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
  private filter(condition: ExpressionNode, rows: ScannedRows): void {
    const scansOf = (node: ExpressionNode) => this.scansNamed(node, rows);
    bound([...boundScans(condition, scansOf)]);
    this.links.push(...linkedScans(condition, scansOf));
  }

  private partitionScans(node: ExpressionNode, rows: ScannedRows): ScannedColumn {
    return partitionScans(node, (each) => this.scansNamed(each, rows));
  }

  private scansNamed(node: ExpressionNode, rows: ScannedRows): ScannedColumn {
    const place = this.resolution.names.find(node);
    return place ? scansAt(place, rows) : [];
  }
}

/** The rows behind an operator of a pipe, and the star that decides their columns. */
interface Piped {
  readonly rows: ScannedRows;
  readonly star: TextPosition | undefined;
  /** Whether the resolver has other items than `rows`, which are one. */
  readonly isMixed?: boolean;
}

/** Rows of a SELECT, behind which its tables have no names. */
function selectedRows({ tables, stars }: Starred): Piped {
  return { rows: rowsOf({ columns: [], tables }), star: stars[0] };
}

function bound(scans: readonly Scan[]): void {
  for (const scan of scans) scan.isUnbounded = false;
}
