const WORD = /[\p{L}\p{M}\p{N}_]+/gu;

/**
 * Finds tables in SQL by the words of their names: in one pass over a text, for any number of names. Names are taken literally; SQL with
 * escapes may name any table.
 */
export class NamedTables {
  /** Words of each name, by the one of them that the fewest names have. */
  private readonly byWord = new Map<string, (readonly string[])[]>();
  /** Whether a name has signs alone, which cannot be found by words. */
  private readonly isAnywhere: boolean;

  /** Takes names of tables, `dataset.table` in datasets; queries may name the dataset elsewhere. */
  constructor(tables: readonly string[]) {
    const names = tables.map((table) => wordsOf(table.slice(table.lastIndexOf('.') + 1)));
    this.isAnywhere = names.some((words) => words.size === 0);
    const counts = new Map<string, number>();
    for (const words of names) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
    const countOf = (word: string) => counts.get(word) ?? 0;
    for (const words of names) {
      const [rarest = ''] = [...words].sort((a, b) => countOf(a) - countOf(b));
      const others = this.byWord.get(rarest);
      if (others) others.push([...words]);
      else this.byWord.set(rarest, [[...words]]);
    }
  }

  /** Whether SQL may name one of the tables. */
  mayBeIn(sql: string): boolean {
    if (this.isAnywhere || sql.includes('\\')) return true;
    const found = wordsOf(sql);
    for (const word of found) {
      if (this.byWord.get(word)?.some((name) => name.every((each) => found.has(each)))) return true;
    }
    return false;
  }
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.match(WORD) ?? []);
}
