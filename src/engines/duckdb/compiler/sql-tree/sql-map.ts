import { isSame } from './folds.js';
import { type Sql } from './sql.js';

/** Values by trees: those that are the same are one key. */
export class SqlMap<T> {
  private readonly pairs: [Sql, T][] = [];
  /** Pairs by a text that is equal for trees that are the same. */
  private readonly byText = new Map<string, [Sql, T][]>();

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
    const text = textOf(sql);
    this.byText.set(text, [...(this.byText.get(text) ?? []), pair]);
  }

  /** Returns the last trees that were given for each key, in the order of the first ones. */
  entries(): readonly (readonly [Sql, T])[] {
    return this.pairs;
  }

  private pair(sql: Sql): [Sql, T] | undefined {
    return this.byText.get(textOf(sql))?.find(([key]) => isSame(key, sql));
  }
}

/** The last text of a tree is a column's name. */
function textOf({ length, strings }: Sql): string {
  return `${length} ${strings.at(-1) ?? ''}`;
}
