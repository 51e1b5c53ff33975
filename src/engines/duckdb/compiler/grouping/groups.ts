import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../../googlesql/resolver/dialect-error.js';
import { byPlace } from '../../../../googlesql/tokens/text-position.js';
import { type Sql } from '../sql-tree/sql.js';
import { contains, namesIn } from '../sql-tree/folds.js';
import { SqlMap } from '../sql-tree/sql-map.js';

/** The name of a column; for a path its last part. */
interface ColumnUse extends WrittenNode {
  readonly field?: WrittenNode;
}

/** A column, or a field of one, that an expression reads. */
export interface Use {
  readonly node: ColumnUse;
  /** Undefined for a FROM item that a path begins with. */
  readonly sql: Sql | undefined;
  /** Whether it is the row of a FROM item: the columns in it are not read by themselves. */
  readonly isRow?: boolean;
}

/**
 * The groups that a SELECT puts its rows into: a name behind them must be one of their keys, or part of one. A key that is an expression
 * counts as the whole of an item of SELECT or ORDER BY; the columns of a larger expression are looked up one by one.
 */
export class Groups {
  private keys = new SqlMap<unknown>();
  private uses: Use[] = [];

  /** @param isOfSets whether a row is in several groups, as with ROLLUP */
  constructor(readonly isOfSets = false) {}

  note(node: ColumnUse, sql: Sql | undefined): void {
    this.uses.push({ node, sql });
  }

  /** Follows a path that begins with a name from `s` to `s.f`. */
  reached(node: ColumnUse, sql: Sql, isRow: boolean): void {
    const { length } = this.uses;
    while (this.endsAt(node)) this.uses.pop();
    if (this.uses.length < length) this.uses.push({ node, sql, isRow });
  }

  /** Returns the names used since the last call. */
  taken(): readonly Use[] {
    const { uses } = this;
    this.uses = [];
    return uses;
  }

  /** Sets the SQL of the keys. */
  setKeys(keys: SqlMap<unknown>): void {
    this.keys = keys;
    this.uses = [];
  }

  /** Refuses values that each row of a group has for itself. */
  assertKeys(uses: readonly Use[] = this.taken()): void {
    const found = uses.filter((use) => !this.isKey(use)).sort((a, b) => byPlace(a.node, b.node))[0];
    if (!found) return;
    const { node, sql } = found;
    const name = node.text === '*' ? 'a column of *' : `column "${nameOf(node)}"`;
    const isPart = sql !== undefined && this.someKey((key) => contains(key, sql));
    const remedy = isPart
      ? 'add it to GROUP BY, whose expression counts only where it is the whole of an item; or name that in a WITH query first'
      : 'add it to GROUP BY, or aggregate it, with ANY_VALUE for instance';
    throw errorAt(node, `${name} is neither in GROUP BY nor in an aggregate function; ${remedy}`);
  }

  /** Refuses such values in an item, unless it is one of the keys as a whole. */
  assertItem(sql: Sql, uses: readonly Use[] = this.taken()): void {
    if (!this.keys.has(sql)) this.assertKeys(uses);
  }

  private endsAt(node: ColumnUse): boolean {
    const last = this.uses.at(-1);
    return last !== undefined && byPlace(last.node, node) === 0;
  }

  private isKey({ sql, isRow }: Use): boolean {
    if (sql === undefined || isRow) return sql !== undefined && this.keys.has(sql);
    return this.someKey((key) => readsName(key) && contains(sql, key));
  }

  private someKey(isWanted: (key: Sql) => boolean): boolean {
    return this.keys.entries().some(([key]) => isWanted(key));
  }
}

/** Whether a key reads a name: a key that is the same for all rows may stand anywhere. */
function readsName(key: Sql): boolean {
  return namesIn(key).size > 0;
}

function nameOf(path: ColumnUse): string {
  return (path.field ?? path).text.replaceAll('`', '');
}
