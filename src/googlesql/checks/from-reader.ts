import {
  type ExpressionNode,
  type QueryNode,
  type FromNode,
  type JoinedItemNode,
  type TableNode,
} from '../ast/nodes.js';
import { partsOf, type TreeNode } from '../ast/parts.js';
import { type TextPosition } from '../tokens/text-position.js';
import { type Environment, relationsWith, type WithQuery } from './environment.js';
import { isSameName } from '../tokens/by-name.js';
import { type ScannedRelation, type Scan, scansOf, UNKNOWN } from './scan.js';
import { tablesOf } from './stars.js';

/** The reader of a query, as its FROM clause calls it. */
export interface QueryVisitor {
  read(query: QueryNode, environment: Environment): ScannedRelation;
  readWith(query: WithQuery): ScannedRelation;
  scan(table: string, place: TextPosition): ScannedRelation;
  unclear<T>(read: () => T): T;
  subqueries(node: TreeNode, environment: Environment): void;
  filter(condition: ExpressionNode, relations: readonly ScannedRelation[]): void;
  link(scans: readonly Scan[]): void;
}

/** Reads FROM clauses: tables, WITH queries, derived tables, arrays, and joins of them. */
export class FromReader {
  constructor(private readonly reader: QueryVisitor) {}

  /** Reads an item behind those that are the environment's own. */
  read(item: FromNode, environment: Environment): readonly ScannedRelation[] {
    switch (item.type) {
      case 'Table':
        return [this.named(item, environment)];
      case 'QueryItem':
        return [{ ...this.reader.read(item.query, environment), name: item.alias?.name }];
      case 'BracketedJoin':
        return this.read(item.inner, environment);
      case 'Join':
        return this.join(this.read(item.left, environment), item, environment);
      case 'Reshaped': {
        // The operator makes rows that no longer are those of the item.
        const tables = this.reader.unclear(() => {
          const input = this.read(item.input, environment);
          for (const part of partsOf(item)) if (part !== item.input) this.reader.subqueries(part, environment);
          return tablesOf(input);
        });
        return [{ ...UNKNOWN, tables, name: item.by.alias?.name }];
      }
      case 'UnnestItem':
        this.reader.subqueries(item, environment);
        return [{ ...UNKNOWN, tables: tablesOf(environment.relations), name: item.alias?.name }];
      case 'TableFunction':
        this.reader.subqueries(item, environment);
        return [{ ...UNKNOWN, tables: tablesOf(environment.relations) }];
    }
  }

  /** Reads a join; `before` are the relations on its left side. */
  join(
    before: readonly ScannedRelation[],
    joined: JoinedItemNode,
    environment: Environment,
  ): readonly ScannedRelation[] {
    const { kind, right, on, using } = joined;
    const after = this.read(right, beside(before, environment));
    const both = [...before, ...after];
    if (on) {
      // An outer join keeps the rows of its own side, even where its condition does not hold.
      const filtered = kind === 'LEFT' ? after : kind === 'RIGHT' ? before : kind === 'FULL' ? [] : both;
      this.reader.filter(on.condition, filtered);
      this.reader.subqueries(on.condition, beside(both, environment));
    }
    for (const { name } of using?.columns ?? []) this.reader.link(sharedScans(both, name));
    return both;
  }

  private named(item: TableNode, environment: Environment): ScannedRelation {
    const path = item.path.split('.');
    const [first = '', second] = path;
    const name = item.alias?.name ?? path.at(-1);
    const owners = second === undefined ? undefined : relationsWith(first, environment);
    if (owners) return { ...UNKNOWN, tables: tablesOf(owners), name };
    const query = second === undefined ? environment.queries.get(first.toLowerCase()) : undefined;
    return { ...(query ? this.reader.readWith(query) : this.reader.scan(item.path, item)), name };
  }
}

export function beside(relations: readonly ScannedRelation[], environment: Environment): Environment {
  return { ...environment, relations: [...environment.relations, ...relations] };
}

function sharedScans(relations: readonly ScannedRelation[], column: string): readonly Scan[] {
  return scansOf({
    columns: relations.flatMap(({ columns }) => columns.filter(({ name }) => isSameName(name, column))),
  });
}
