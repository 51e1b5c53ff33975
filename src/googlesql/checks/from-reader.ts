import { type Environment, type WithQuery } from './environment.js';
import { aliasOf, isSameName, nameOf, pathOf, type ScannedRelation, type Scan, scansOf, UNKNOWN } from './scan.js';
import type { SyntaxNode } from '../parser/syntax-node.js';

/** What makes rows that no longer are those of the item that it follows. */
const RESHAPING = ['pivot', 'unpivot', 'match_recognize'];

/** What a FROM clause asks of the reader of its query. */
export interface QueryVisitor {
  read(query: SyntaxNode, environment: Environment): ScannedRelation;
  readWith(query: WithQuery): ScannedRelation;
  scan(table: string, place: SyntaxNode): ScannedRelation;
  unclear(read: () => void): ScannedRelation;
  subqueries(node: SyntaxNode, environment: Environment): void;
  filter(condition: SyntaxNode, relations: readonly ScannedRelation[]): void;
  link(scans: readonly Scan[]): void;
}

/** Reads FROM clauses: tables, WITH queries, derived tables, arrays, and joins of them. */
export class FromReader {
  constructor(private readonly reader: QueryVisitor) {}

  read(item: SyntaxNode, environment: Environment): readonly ScannedRelation[] {
    const reshaping = RESHAPING.map((name) => item.child(name)).find(Boolean);
    if (!reshaping) return this.item(item, environment);
    const relation = this.reader.unclear(() => {
      this.item(item, environment);
      this.reader.subqueries(reshaping, environment);
    });
    return [{ ...relation, name: aliasOf(reshaping) }];
  }

  private item(item: SyntaxNode, environment: Environment): readonly ScannedRelation[] {
    const inner = item.child('expr');
    switch (item.type) {
      case 'Identifier':
      case 'DotOperator':
      case 'MultiTokenIdentifier':
        return [this.named(item, environment)];
      case 'GroupedStatement':
        return [{ ...this.reader.read(item, environment), name: aliasOf(item) }];
      case 'GroupedExpr':
        return inner ? this.read(inner, environment) : [];
      case 'JoinOperator':
        return this.join(item, environment);
      default:
        // UNNEST, or a function that returns a table.
        this.reader.subqueries(item, environment);
        return [{ ...UNKNOWN, name: aliasOf(item) }];
    }
  }

  private named(item: SyntaxNode, { queries, relations }: Environment): ScannedRelation {
    const path = pathOf(item);
    const [first = '', second] = path;
    const name = aliasOf(item) ?? path.at(-1);
    if (second !== undefined && relations.some((relation) => isSameName(relation.name, first))) {
      return { ...UNKNOWN, name };
    }
    const query = second === undefined ? queries.get(first.toLowerCase()) : undefined;
    return { ...(query ? this.reader.readWith(query) : this.reader.scan(path.join('.'), item)), name };
  }

  private join(item: SyntaxNode, environment: Environment): readonly ScannedRelation[] {
    const [left, right] = [item.child('left'), item.child('right')];
    if (!left || !right) return [];
    const before = this.read(left, environment);
    const inner = { ...environment, relations: [...before, ...environment.relations] };
    const after = this.read(right, inner);
    const both = [...before, ...after];
    const type = item.child('join_type')?.keyword ?? 'INNER';
    const condition = item.child('on')?.child('expr');
    if (condition) {
      // An outer join keeps the rows of its own side, whatever the condition says.
      const filtered = type === 'LEFT' ? after : type === 'RIGHT' ? before : type === 'FULL' ? [] : both;
      this.reader.filter(condition, filtered);
      this.reader.subqueries(condition, { ...environment, relations: [...both, ...environment.relations] });
    }
    for (const column of item.child('using')?.list('args') ?? []) this.reader.link(sharedScans(both, nameOf(column)));
    return both;
  }
}

function sharedScans(relations: readonly ScannedRelation[], column: string): readonly Scan[] {
  return scansOf({
    columns: relations.flatMap(({ columns }) => columns.filter(({ name }) => isSameName(name, column))),
  });
}
