import {
  type ExpressionNode,
  type QueryBody,
  type QueryNode,
  type FromQueryNode,
  type PipeNode,
  type PipeOperatorNode,
  type SelectItemNode,
  type SelectNode,
  type WithClauseNode,
} from '../ast/nodes.js';
import { limitOf, partsOf, type TreeNode } from '../ast/parts.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';
import { type Environment, type WithQuery } from './environment.js';
import { beside, FromReader } from './from-reader.js';
import { boundScans, linkedScans, partitionScans } from './scan-bounds.js';
import { starsIn, starsOfAll, tablesOf, type Starred } from './stars.js';
import { isSameName } from '../tokens/by-name.js';
import { type ScannedRelation, type Scan, type ScannedColumn, scansOf, UNKNOWN } from './scan.js';

/** Most readings of a query: WITH queries that each name the one before twice would double them without end. */
const MAX_READINGS = 1000;

/** Follows a query from its tables to its answer, and notes the bounds of each reading of a table. */
export class QueryReader {
  /** Number of times that tables and WITH queries have been read until now. */
  readings = 0;
  private scans: Scan[] = [];
  private readonly links: (readonly Scan[])[] = [];
  private readonly withQueries: WithQuery[] = [];
  private readonly from = new FromReader(this);

  /** @param maxReadings most readings of tables and WITH queries, after which no query of WITH is followed any more */
  constructor(
    private readonly partitionColumns: ReadonlyMap<string, string>,
    private readonly maxReadings = MAX_READINGS,
  ) {}

  read(query: QueryNode, environment: Environment = { queries: new Map(), relations: [] }): ScannedRelation {
    const { with: clause, body } = query;
    const own = { queries: environment.queries, relations: [], outer: environment };
    const relation = this.body(body, clause ? this.behind(clause, own) : own);
    // A filter behind a LIMIT does not keep rows from being read.
    return limitOf(body) ? unboundable(relation) : relation;
  }

  /** Notes that a table is read; a path of several names or another dataset has no partition column known here. */
  scan(table: string, { line, column }: TextPosition): ScannedRelation {
    const partitionColumn = this.partitionColumns.get(table);
    const scan: Scan = { table, line, column, isUnbounded: partitionColumn !== undefined };
    this.scans.push(scan);
    this.readings += 1;
    const columns = partitionColumn === undefined ? [] : [{ name: partitionColumn, scans: [scan] }];
    return { columns, isOpen: true, tables: [table], stars: [] };
  }

  readWith(query: WithQuery): ScannedRelation {
    query.isRead = true;
    this.readings += 1;
    if (query.isOpen || this.readings > this.maxReadings) return UNKNOWN;
    query.isOpen = true;
    const relation = this.read(query.body, query.environment);
    query.isOpen = false;
    return relation;
  }

  /** Reads a part that is not understood to its end: its tables count, and are not warned of. */
  unclear<T>(read: () => T): T {
    const before = this.scans.length;
    const found = read();
    for (const scan of this.scans.slice(before)) scan.isUnbounded = false;
    return found;
  }

  /** Reads the queries within an expression. */
  subqueries(node: TreeNode, environment: Environment): void {
    if (node.type === 'Query') this.read(node, environment);
    else for (const part of partsOf(node)) this.subqueries(part, environment);
  }

  /** Applies a condition to relations whose rows it can keep from being read. */
  filter(condition: ExpressionNode, relations: readonly ScannedRelation[]): void {
    for (const scan of boundScans(condition, relations)) scan.isUnbounded = false;
    this.links.push(...linkedScans(condition, relations));
  }

  link(scans: readonly Scan[]): void {
    this.links.push(scans);
  }

  /** Returns all scans so far, with bounds carried over between those that are joined by their partition columns. */
  settledScans(): readonly Scan[] {
    const isHalfBound = (link: readonly Scan[]) => new Set(link.map(({ isUnbounded }) => isUnbounded)).size === 2;
    for (let link = this.links.find(isHalfBound); link; link = this.links.find(isHalfBound)) {
      for (const scan of link) scan.isUnbounded = false;
    }
    return this.scans;
  }

  /** Reads the WITH queries that nothing has read, and returns their scans. */
  readIdle(): readonly Scan[] {
    this.scans = [];
    for (const query of [...this.withQueries].reverse()) if (!query.isRead) this.readWith(query);
    return this.scans;
  }

  /** Adds the queries of a WITH clause to the names in scope. */
  private behind(clause: WithClauseNode, environment: Environment): Environment {
    const queries = new Map(environment.queries);
    for (const { name, query } of clause.queries) {
      // Each query sees those in front of it; with RECURSIVE all see all.
      const visible = clause.isRecursive ? queries : new Map(queries);
      const withQuery = {
        body: query,
        environment: { ...environment, queries: visible },
        isRead: false,
        isOpen: false,
      };
      this.withQueries.push(withQuery);
      queries.set(name.toLowerCase(), withQuery);
    }
    return { ...environment, queries };
  }

  private body(body: QueryBody, environment: Environment): ScannedRelation {
    switch (body.type) {
      case 'Select':
        return this.select(body, environment);
      case 'BracketedQuery':
        for (const part of partsOf(body)) if (part !== body.query) this.subqueries(part, environment);
        return this.read(body.query, environment);
      case 'SetOperation': {
        for (const part of body.orderBy?.items ?? []) this.subqueries(part.key, environment);
        const operands = body.operands.map((operand) => this.read(operand, environment));
        return { ...operands.reduce(united), ...starsOfAll(operands) };
      }
      case 'FromQuery':
      case 'Pipe':
        return { ...UNKNOWN, ...this.unclear(() => this.pipe(body, environment)) };
    }
  }

  private select(query: SelectNode, environment: Environment): ScannedRelation {
    const relations = query.from ? this.from.read(query.from, environment) : [];
    if (query.where) this.filter(query.where.condition, relations);
    const inner = beside(relations, environment);
    for (const part of partsOf(query)) if (part !== query.from) this.subqueries(part, inner);
    const starred = starsIn(query.items, relations);
    // Columns would only multiply with every reading where there are no partitions.
    if (this.partitionColumns.size === 0) return { ...UNKNOWN, ...starred };
    const items = query.items.map((item) => selected(item, relations));
    return { ...starred, columns: items.flatMap(({ columns }) => columns), isOpen: items.some(({ isOpen }) => isOpen) };
  }

  private pipe(body: PipeNode | FromQueryNode, environment: Environment): Starred {
    const input = body.type === 'Pipe' ? body.input : undefined;
    const source = input?.body ?? body;
    let piped: Piped = { environment, star: source };
    if (source.type === 'FromQuery') {
      piped.environment = beside(this.from.read(source.item, environment), environment);
    } else if (input) piped = selectedRows(this.read(input, environment), environment);
    for (const operator of body.type === 'Pipe' ? body.operators : []) piped = this.operator(operator, piped);
    const tables = tablesOf(piped.environment.relations);
    return { tables, stars: piped.star ? [{ ...placeOf(piped.star), tables, isPiped: true }] : [] };
  }

  /** Reads an operator of a pipe. */
  private operator(operator: PipeOperatorNode, { environment, star }: Piped): Piped {
    if (operator.type === 'PipeWith') return { environment: this.behind(operator.clause, environment), star };
    if (operator.type === 'PipeJoin') {
      return { environment: beside(this.from.join([], operator.clause, environment), environment), star };
    }
    for (const part of partsOf(operator)) this.subqueries(part, environment);
    if (operator.type === 'PipeAggregate') return { environment: { ...environment, relations: [] }, star: undefined };
    if (operator.type === 'PipeAs') {
      const renamed = { ...UNKNOWN, tables: tablesOf(environment.relations), name: operator.alias.name };
      return { environment: { ...environment, relations: [renamed] }, star };
    }
    if (operator.type !== 'PipeSelect') return { environment, star };
    return selectedRows(starsIn(operator.items, environment.relations), environment);
  }
}

/** The names in scope behind an operator of a pipe, and the star that decides its columns. */
interface Piped {
  environment: Environment;
  readonly star: TextPosition | undefined;
}

/** Rows of a SELECT, behind which its tables have no names. */
function selectedRows({ tables, stars }: Starred, environment: Environment): Piped {
  return { environment: { ...environment, relations: [{ ...UNKNOWN, tables }] }, star: stars[0] };
}

function selected(item: SelectItemNode, relations: readonly ScannedRelation[]) {
  if (item.type === 'StarItem') {
    const { of: owner } = item;
    const name = owner?.type === 'Name' ? owner.name : '';
    const starred = owner ? relations.filter((relation) => isSameName(relation.name, name)) : relations;
    const isWhole = item.except.length + item.replace.length === 0;
    // Columns that are left out count all the same: the engine refuses a filter on one of them.
    return {
      columns: starred.flatMap(({ columns }) => columns),
      isOpen: !isWhole || starred.some(({ isOpen }) => isOpen),
    };
  }
  const { value } = item;
  const own = value.type === 'Field' ? value.field : value;
  const name = item.alias?.name ?? (own.type === 'Name' ? own.name : undefined);
  return { columns: [{ name, scans: partitionScans(value, relations) }], isOpen: false };
}

/** Columns of a set operation go by position, and by the names of its first query. */
function united(left: ScannedRelation, right: ScannedRelation): ScannedRelation {
  if (left.isOpen || right.isOpen) {
    for (const scan of [...scansOf(left), ...scansOf(right)]) scan.isUnbounded = false;
    return UNKNOWN;
  }
  const columns = left.columns.map(({ name, scans }, index): ScannedColumn => {
    return { name, scans: [...scans, ...(right.columns[index]?.scans ?? [])] };
  });
  return { ...left, columns, isOpen: false };
}

function unboundable(relation: ScannedRelation): ScannedRelation {
  return { ...relation, columns: relation.columns.map(({ name }) => ({ name, scans: [] })) };
}
