import { printed } from './print.js';
import { type Sql } from './sql.js';

/** Values by trees: those with the same text are one key. */
export class SqlMap<T> {
  private readonly pairs = new Map<string, readonly [Sql, T]>();

  constructor(entries: Iterable<readonly [Sql, T]> = []) {
    for (const [sql, value] of entries) this.set(sql, value);
  }

  get size(): number {
    return this.pairs.size;
  }

  has(sql: Sql): boolean {
    return this.pairs.has(printed(sql));
  }

  get(sql: Sql): T | undefined {
    return this.pairs.get(printed(sql))?.[1];
  }

  set(sql: Sql, value: T): void {
    this.pairs.set(printed(sql), [sql, value]);
  }

  /** Returns the last trees that were given for each key, in the order of the first ones. */
  entries(): readonly (readonly [Sql, T])[] {
    return [...this.pairs.values()];
  }
}
