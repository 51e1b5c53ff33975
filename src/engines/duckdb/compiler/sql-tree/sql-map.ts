import { hashOf, isSame } from './folds.js';
import { type Sql } from './sql.js';

/** Values by trees: those that are the same are one key. */
export class SqlMap<T> {
  private readonly pairs: [Sql, T][] = [];
  private readonly byHash = new Map<number, [Sql, T][]>();

  constructor(entries: Iterable<readonly [Sql, T]> = []) {
    for (const [sql, value] of entries) this.set(sql, value);
  }

  get size(): number {
    return this.pairs.length;
  }

  has(sql: Sql): boolean {
    return this.pair(sql) !== undefined;
  }

  get(sql: Sql): T | undefined {
    return this.pair(sql)?.[1];
  }

  set(sql: Sql, value: T): void {
    const known = this.pair(sql);
    if (known) {
      known[0] = sql;
      known[1] = value;
      return;
    }
    const pair: [Sql, T] = [sql, value];
    this.pairs.push(pair);
    const others = this.byHash.get(hashOf(sql));
    if (others) others.push(pair);
    else this.byHash.set(hashOf(sql), [pair]);
  }

  /** Returns the last trees that were given for each key, in the order of the first ones. */
  entries(): readonly (readonly [Sql, T])[] {
    return this.pairs;
  }

  private pair(sql: Sql): [Sql, T] | undefined {
    return this.byHash.get(hashOf(sql))?.find(([key]) => isSame(key, sql));
  }
}
