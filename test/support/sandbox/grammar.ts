/** The place of a table's name, by its number. */
const PLACE = /\u27e6(\d+)\|([^\u27e7]*)\u27e7/g;

const READABLE = ['hits', 'busy', 'HITS', '`busy`'];

/** Makes queries over the corpus's WITH queries, the same ones for the same seed. Each knows the places of its tables. */
export class Grammar {
  private count = 0;
  private names = 0;
  private latest = '';

  constructor(private state: number) {}

  query(): { readonly sql: string; readonly places: number } {
    this.count = 0;
    this.names = 0;
    this.latest = this.statement(3);
    return { sql: this.replaced(this.latest, -1, ''), places: this.count };
  }

  /** The query that was made last, with another name in one of its places. */
  replaced(_sql: string, place: number, name: string): string {
    return this.latest.replace(PLACE, (_, number: string, own: string) => (Number(number) === place ? name : own));
  }

  /** A text with pieces of it, or of others, in another place. */
  mutated(text: string, others: readonly string[]): string {
    let tokens = text.split(/\b/);
    for (let times = this.below(3) + 1; times > 0; times -= 1) {
      const at = this.below(tokens.length);
      const other = this.pick(others).split(/\b/);
      const from = this.below(other.length);
      const piece = other.slice(from, from + 1 + this.below(4));
      const removed = this.below(3);
      tokens = [
        ...tokens.slice(0, at),
        ...(this.below(4) === 0 ? [this.pick(['secrets', 'requests'])] : piece),
        ...tokens.slice(at + removed),
      ];
    }
    return tokens.join('');
  }

  private statement(depth: number): string {
    if (depth <= 0) return this.select(0);
    switch (this.below(8)) {
      case 0:
        return `${this.one(depth - 1)} UNION ALL ${this.one(depth - 1)}`;
      case 1: {
        const name = this.pick(['secrets', 'mine', 'hits', 'requests']);
        return `WITH ${name} AS (${this.one(depth - 1)}) SELECT x FROM ${name}`;
      }
      case 2:
        return `(${this.statement(depth - 1)})`;
      case 3:
        return this.asserted(depth);
      case 4:
        return this.pivoted(depth);
      default:
        return this.select(depth);
    }
  }

  private asserted(depth: number): string {
    const alias = this.alias();
    const value = this.value(alias, depth - 1);
    return `FROM ${this.table()} AS ${alias} |> ASSERT ${this.condition(alias, depth)}, ${value} |> SELECT 1 AS x`;
  }

  private pivoted(depth: number): string {
    const [alias, name] = [this.alias(), this.alias()];
    const value = this.value(alias, depth - 1);
    return `SELECT ${name}.n_1 AS x FROM ${this.table()} AS ${alias} PIVOT(COUNT(*) AS n FOR ${value} IN (1)) AS ${name}`;
  }

  /** A query of one column, x. */
  private one(depth: number): string {
    if (depth > 0 && this.below(4) === 0) return `SELECT x FROM (${this.one(depth - 1)}) AS ${this.alias()}`;
    return this.select(depth);
  }

  private select(depth: number): string {
    const alias = this.alias();
    const others = depth > 0 ? this.joins(depth - 1) : '';
    const value = depth > 0 ? this.value(alias, depth - 1) : '1';
    const tail = this.pick(['', '', ` ORDER BY x`, ` LIMIT ${this.below(9)}`]);
    return `SELECT ${value} AS x FROM ${this.table()} AS ${alias}${others}${this.where(alias, depth)}${tail}`;
  }

  private joins(depth: number): string {
    const alias = this.alias();
    switch (this.below(7)) {
      case 0:
        return `, ${this.table()} AS ${alias}`;
      case 1:
        return ` CROSS JOIN ${this.table()} AS ${alias}`;
      case 2:
        return ` LEFT JOIN ${this.table()} AS ${alias} ON ${this.condition(alias, depth)}`;
      case 3:
        return ` JOIN (${this.table()} AS ${alias} CROSS JOIN ${this.table()} AS ${this.alias()}) ON TRUE`;
      case 4:
        return ` CROSS JOIN (${this.one(depth)}) AS ${alias}`;
      case 5:
        return ` CROSS JOIN UNNEST([1, 2]) AS ${alias}`;
      default:
        return '';
    }
  }

  private where(alias: string, depth: number): string {
    return this.below(2) === 0 ? '' : ` WHERE ${this.condition(alias, depth - 1)}`;
  }

  private condition(alias: string, depth: number): string {
    if (depth <= 0) return this.pick([`${alias}.path IS NOT NULL`, 'TRUE', `${alias}.path = '/a'`]);
    switch (this.below(6)) {
      case 0:
        return `EXISTS (${this.one(depth - 1)})`;
      case 1:
        return `1 IN (${this.one(depth - 1)})`;
      case 2:
        return `NOT (${this.condition(alias, depth - 1)})`;
      case 3:
        return `(${this.condition(alias, depth - 1)} AND ${this.condition(alias, depth - 1)})`;
      case 4:
        return `1 < (SELECT COUNT(*) FROM ${this.table()})`;
      default:
        return this.condition(alias, 0);
    }
  }

  /** INT64, whatever is in it. */
  private value(alias: string, depth: number): string {
    switch (this.below(7)) {
      case 0:
        return `(SELECT COUNT(*) FROM ${this.table()})`;
      case 1:
        return `IF(${this.condition(alias, depth)}, 1, 2)`;
      case 2:
        return `COALESCE((SELECT COUNT(*) FROM ${this.table()} AS ${this.alias()}), 0)`;
      case 3:
        return `CASE WHEN ${this.condition(alias, depth)} THEN 1 ELSE 0 END`;
      case 4:
        return `LENGTH(${alias}.path)`;
      case 5:
        return `IF(${this.condition(alias, depth)}, (SELECT DIV(1, COUNT(*)) FROM ${this.table()}), 0)`;
      default:
        return String(this.below(9));
    }
  }

  private table(): string {
    this.count += 1;
    return `\u27e6${this.count - 1}|${this.pick(READABLE)}\u27e7`;
  }

  private alias(): string {
    this.names += 1;
    return `t${this.names}`;
  }

  private pick<T>(from: readonly T[]): T {
    return from[this.below(from.length)] as T;
  }

  /** A whole number from 0, by a generator that is the same everywhere (mulberry32). */
  private below(bound: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % bound;
  }
}
