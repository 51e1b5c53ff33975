import { quoteName } from '../types/duckdb-types.js';
import { type Sql } from '../sql-tree/sql.js';
import { nameSql } from '../sql-tree/leaves.js';

/** Makes the aliases of one compilation. Each is unique, so that no generated name ever captures another. */
export class Aliases {
  /** How many there are. */
  count = 0;
  private readonly made = new Map<string, number>();
  private readonly taken: ReadonlySet<string>;

  /** Unlike all names in these texts, for which DuckDB would take one of ours where both are in reach. */
  constructor(private readonly texts: readonly string[]) {
    const names = texts.flatMap((text) => text.match(/\b\w+_\d+\b/g) ?? []);
    this.taken = new Set(names.map((name) => name.toLowerCase()));
  }

  /** For a text that is compiled into what these are for. */
  within(text: string): Aliases {
    const aliases = new Aliases([...this.texts, text]);
    aliases.count = this.count;
    return aliases;
  }

  /** The same again, from what a structured clone leaves of it: the fields. */
  static revived({ texts, count }: Aliases): Aliases {
    const aliases = new Aliases(texts);
    aliases.count = count;
    return aliases;
  }

  next(name: string): Sql {
    this.count += 1;
    const alias = `${name}_${this.count}`;
    if (this.taken.has(alias.toLowerCase())) return this.next(name);
    this.made.set(quoteName(alias), this.count);
    return nameSql(alias);
  }

  /** Whether this is one of those that have been made since there were so many. */
  hasMade(alias: string, since: number): boolean {
    return (this.made.get(alias) ?? 0) > since;
  }
}
