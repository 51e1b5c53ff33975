import { type Sql, nameSql } from '../sql-tree/sql.js';

/** Makes the aliases of one compilation. Each is unique, so that no generated name ever captures another. */
export class Aliases {
  private count = 0;
  private readonly taken: ReadonlySet<string>;

  /** @param texts texts with names that no alias may have: DuckDB could take one of our aliases for such a name */
  constructor(private readonly texts: readonly string[]) {
    const names = texts.flatMap((text) => text.match(/\b\w+_\d+\b/g) ?? []);
    this.taken = new Set(names.map((name) => name.toLowerCase()));
  }

  /** Makes aliases for a further text that is compiled into the same query. */
  within(text: string): Aliases {
    const aliases = new Aliases([...this.texts, text]);
    aliases.count = this.count;
    return aliases;
  }

  /** Restores an object from its structured clone, which has the fields alone. */
  static revived({ texts, count }: Aliases): Aliases {
    const aliases = new Aliases(texts);
    aliases.count = count;
    return aliases;
  }

  next(name: string): Sql {
    this.count += 1;
    const alias = `${name}_${this.count}`;
    if (this.taken.has(alias.toLowerCase())) return this.next(name);
    return nameSql(alias);
  }
}
