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
import { type TextPosition } from '../tokens/text-position.js';
import { type Environment, type WithQuery } from './environment.js';
import { beside, FromReader } from './from-reader.js';
import { boundScans, linkedScans, partitionScans } from './scan-bounds.js';
import { isSameName, type ScannedRelation, type Scan, type ScannedColumn, scansOf, UNKNOWN } from './scan.js';

/** Most readings of a query: WITH queries that each name the one before twice would double them without end. */
const MAX_READINGS = 1000;

/** Follows a query from its tables to its answer, and notes the bounds of each reading of a table. */
export class QueryReader {
  private scans: Scan[] = [];
  private reads = 0;
  private tables = 0;
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
    const relation = this.body(body, clause ? this.behind(clause, environment) : environment);
    // A filter behind a LIMIT does not keep rows from being read.
    return limitOf(body) ? unboundable(relation) : relation;
  }

  /** Notes that a table is read; a path of several names or another dataset has no partition column known here. */
  scan(table: string, { line, column }: TextPosition): ScannedRelation {
    const partitionColumn = this.partitionColumns.get(table);
    const scan: Scan = { table, line, column, isUnbounded: partitionColumn !== undefined };
    this.scans.push(scan);
    this.tables += 1;
    const columns = partitionColumn === undefined ? [] : [{ name: partitionColumn, scans: [scan] }];
    return { columns, isOpen: true };
  }

  readWith(query: WithQuery): ScannedRelation {
    query.isRead = true;
    this.reads += 1;
    if (query.isOpen || this.readings > this.maxReadings) return UNKNOWN;
    query.isOpen = true;
    const relation = this.read(query.body, query.environment);
    query.isOpen = false;
    return relation;
  }

  /** Reads a part that is not understood to its end: its tables count, and are not warned of. */
  unclear(read: () => void): ScannedRelation {
    const before = this.scans.length;
    read();
    for (const scan of this.scans.slice(before)) scan.isUnbounded = false;
    return UNKNOWN;
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

  /** Number of times that tables and WITH queries have been read until now. */
  get readings(): number {
    return this.tables + this.reads;
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
      case 'SetOperation':
        for (const part of body.orderBy?.items ?? []) this.subqueries(part.key, environment);
        return body.operands.map((operand) => this.read(operand, environment)).reduce(united);
      case 'FromQuery':
      case 'Pipe':
        return this.unclear(() => {
          this.pipe(body, environment);
        });
    }
  }

  private select(query: SelectNode, environment: Environment): ScannedRelation {
    const relations = query.from ? this.from.read(query.from, environment) : [];
    if (query.where) this.filter(query.where.condition, relations);
    const inner = beside(relations, environment);
    for (const part of partsOf(query)) if (part !== query.from) this.subqueries(part, inner);
    // Columns would only multiply with every reading where there are no partitions.
    if (this.partitionColumns.size === 0) return UNKNOWN;
    const items = query.items.map((item) => selected(item, relations));
    return { columns: items.flatMap(({ columns }) => columns), isOpen: items.some(({ isOpen }) => isOpen) };
  }

  private pipe(body: PipeNode | FromQueryNode, environment: Environment): void {
    const input = body.type === 'Pipe' ? body.input : undefined;
    const source = input?.body ?? body;
    let current = environment;
    if (source.type === 'FromQuery') current = beside(this.from.read(source.item, environment), environment);
    else if (input) this.read(input, environment);
    for (const operator of body.type === 'Pipe' ? body.operators : []) current = this.operator(operator, current);
  }

  /** Reads an operator of a pipe, and returns the names in scope behind it. */
  private operator(operator: PipeOperatorNode, environment: Environment): Environment {
    if (operator.type === 'PipeWith') return this.behind(operator.clause, environment);
    if (operator.type === 'PipeJoin') return beside(this.from.join([], operator.clause, environment), environment);
    for (const part of partsOf(operator)) this.subqueries(part, environment);
    return environment;
  }
}

function selected(item: SelectItemNode, relations: readonly ScannedRelation[]): ScannedRelation {
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
  return { columns, isOpen: false };
}

function unboundable(relation: ScannedRelation): ScannedRelation {
  return { ...relation, columns: relation.columns.map(({ name }) => ({ name, scans: [] })) };
}
