import { isQuery } from './constant-expression.js';
import { type Environment, type WithQuery } from './environment.js';
import { FromReader } from './from-reader.js';
import { boundScans, linkedScans, partitionScans } from './scan-bounds.js';
import {
  aliasOf,
  isSameName,
  nameOf,
  type ScannedRelation,
  type Scan,
  type ScannedColumn,
  scansOf,
  UNKNOWN,
} from './scan.js';
import type { SyntaxNode } from '../parser/syntax-node.js';

/** Of WITH queries that each name the one before twice, there would be no end. */
const MAX_READINGS = 1000;

/** Follows a query from its tables to its answer, and notes what each reading of a table is bounded by. */
export class QueryReader {
  private scans: Scan[] = [];
  private reads = 0;
  private tables = 0;
  private readonly links: (readonly Scan[])[] = [];
  private readonly withQueries: WithQuery[] = [];
  private readonly from = new FromReader(this);

  /** @param maxReadings of tables and WITH queries; beyond, no query of WITH is followed any more */
  constructor(
    private readonly partitionColumns: ReadonlyMap<string, string>,
    private readonly maxReadings = MAX_READINGS,
  ) {}

  read(query: SyntaxNode, environment: Environment = { queries: new Map(), relations: [] }): ScannedRelation {
    const clause = query.child('with');
    const relation = this.body(query, clause ? this.behind(clause, environment) : environment);
    // What is filtered after a LIMIT is read all the same.
    return query.has('limit') ? unboundable(relation) : relation;
  }

  /** Notes that a table is read; a path of several names or another dataset has no partition column that is known here. */
  scan(table: string, { line, column }: SyntaxNode): ScannedRelation {
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

  /** Reads what stands in a part that is not understood to its end: its tables count, and are not warned of. */
  unclear(read: () => void): ScannedRelation {
    const before = this.scans.length;
    read();
    for (const scan of this.scans.slice(before)) scan.isUnbounded = false;
    return UNKNOWN;
  }

  /** The queries within an expression. */
  subqueries(node: SyntaxNode, environment: Environment): void {
    if (isQuery(node)) this.read(node, environment);
    else for (const child of node.children()) this.subqueries(child, environment);
  }

  /** A condition on relations whose rows it can keep from being read. */
  filter(condition: SyntaxNode, relations: readonly ScannedRelation[]): void {
    for (const scan of boundScans(condition, relations)) scan.isUnbounded = false;
    this.links.push(...linkedScans(condition, relations));
  }

  link(scans: readonly Scan[]): void {
    this.links.push(scans);
  }

  /** All scans so far, with bounds carried over between those that are joined by their partition columns. */
  settledScans(): readonly Scan[] {
    const isHalfBound = (link: readonly Scan[]) => new Set(link.map(({ isUnbounded }) => isUnbounded)).size === 2;
    for (let link = this.links.find(isHalfBound); link; link = this.links.find(isHalfBound)) {
      for (const scan of link) scan.isUnbounded = false;
    }
    return this.scans;
  }

  /** How often tables and WITH queries have been read until now. */
  get readings(): number {
    return this.tables + this.reads;
  }

  /** The scans of WITH queries that nothing has read. */
  readIdle(): readonly Scan[] {
    this.scans = [];
    for (const query of [...this.withQueries].reverse()) if (!query.isRead) this.readWith(query);
    return this.scans;
  }

  /** What can be named behind a WITH clause, or behind the operator of a pipe that has one. */
  private behind(clause: SyntaxNode, environment: Environment): Environment {
    const queries = new Map(environment.queries);
    for (const each of clause.list('queries')) {
      const body = each.child('stmt');
      if (!body) continue;
      // Each sees those in front of it; with RECURSIVE all see all.
      const visible = clause.has('recursive') ? queries : new Map(queries);
      const withQuery = { body, environment: { ...environment, queries: visible }, isRead: false, isOpen: false };
      this.withQueries.push(withQuery);
      queries.set(nameOf(each).toLowerCase(), withQuery);
    }
    return { ...environment, queries };
  }

  private body(query: SyntaxNode, environment: Environment): ScannedRelation {
    const [left, right, inner] = [query.child('left'), query.child('right'), query.child('stmt')];
    if (query.type === 'SelectStatement') return this.select(query, environment);
    if (query.type === 'GroupedStatement' && inner) return this.read(inner, environment);
    if (query.type === 'SetOperator' && left && right) {
      return united(this.read(left, environment), this.read(right, environment));
    }
    return this.unclear(() => {
      this.pipe(query, environment);
    });
  }

  private select(query: SyntaxNode, environment: Environment): ScannedRelation {
    const source = query.child('from')?.child('expr');
    const relations = source ? this.from.read(source, environment) : [];
    const condition = query.child('where')?.child('expr');
    if (condition) this.filter(condition, relations);
    const inner = { ...environment, relations: [...relations, ...environment.relations] };
    for (const name of query.childNames()) {
      if (name === 'from' || name === 'with') continue;
      for (const child of [query.child(name) ?? query.list(name)].flat()) this.subqueries(child, inner);
    }
    // Where nothing is partitioned, columns only multiply with every reading.
    if (this.partitionColumns.size === 0) return UNKNOWN;
    const items = query.list('exprs').map((item) => selected(item, relations));
    return { columns: items.flatMap(({ columns }) => columns), isOpen: items.some(({ isOpen }) => isOpen) };
  }

  /** Reads a pipe up to an operator; what can be named behind it comes back. */
  private pipe(node: SyntaxNode, environment: Environment): Environment {
    const [left, operator] = [node.child('left'), node.child('right')];
    if (node.type === 'PipeStatement' && left && operator) {
      return this.operator(operator, this.pipe(left, environment));
    }
    const source = node.child('expr');
    if (node.type !== 'FromStatement' || !source) {
      this.subqueries(node, environment);
      return environment;
    }
    return beside(this.from.read(source, environment), environment);
  }

  private operator(operator: SyntaxNode, environment: Environment): Environment {
    if (operator.type === 'WithPipeOperator') return this.behind(operator, environment);
    const items = operator.type === 'JoinPipeOperator' ? operator.list('exprs') : [];
    const joined = items.flatMap((item) => this.from.read(item, environment));
    const inner = beside(joined, environment);
    for (const name of operator.childNames()) {
      if (items.length > 0 && name === 'exprs') continue;
      for (const child of [operator.child(name) ?? operator.list(name)].flat()) this.subqueries(child, inner);
    }
    return inner;
  }
}

function beside(relations: readonly ScannedRelation[], environment: Environment): Environment {
  return { ...environment, relations: [...relations, ...environment.relations] };
}

function selected(item: SyntaxNode, relations: readonly ScannedRelation[]): ScannedRelation {
  const owner = item.type === 'DotOperator' && item.child('left');
  const star = item.type === 'Asterisk' ? item : item.child('right');
  if (star?.type === 'Asterisk') {
    const starred = owner ? relations.filter(({ name }) => isSameName(name, nameOf(owner))) : relations;
    const isWhole = !star.has('except') && !star.has('replace');
    // Which columns are left out is not looked at: a filter on one that is left out does not pass the engine.
    return {
      columns: starred.flatMap(({ columns }) => columns),
      isOpen: !isWhole || starred.some(({ isOpen }) => isOpen),
    };
  }
  const own = item.type === 'DotOperator' ? item.child('right') : item;
  const name = aliasOf(item) ?? (own?.type === 'Identifier' ? nameOf(own) : undefined);
  return { columns: [{ name, scans: partitionScans(item, relations) }], isOpen: false };
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
