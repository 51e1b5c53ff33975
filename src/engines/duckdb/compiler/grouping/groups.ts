import { byPlace } from '../../../../googlesql/tokens/text-position.js';
import { type Aliases } from '../names/aliases.js';
import { type CstNode } from '../cst.js';

/** A column, or a field of one, that an expression reads. */
export interface Use {
  readonly node: CstNode;
  /** Undefined for a FROM item that a path begins with. */
  readonly sql: string | undefined;
  /** The row of a FROM item: the columns in it are not read by themselves. */
  readonly isRow?: boolean;
}

/**
 * The groups that a SELECT puts its rows into: what is named behind them must be one of their keys, or part of one. A key that is
 * an expression counts where it is the whole of an item of SELECT or ORDER BY; in a larger one its columns are looked up by themselves.
 */
export class Groups {
  private keys: ReadonlySet<string> = new Set();
  private shapes: ReadonlySet<string> = new Set();
  private uses: Use[] = [];
  private readonly begun: number;

  constructor(private readonly aliases: Aliases) {
    this.begun = aliases.count;
  }

  note(node: CstNode, sql: string | undefined): void {
    this.uses.push({ node, sql });
  }

  /** A path that begins with a name leads on, from `s` to `s.f`. */
  reached(node: CstNode, sql: string, isRow: boolean): void {
    const { length } = this.uses;
    while (this.endsAt(node)) this.uses.pop();
    if (this.uses.length < length) this.uses.push({ node, sql, isRow });
  }

  /** What has been named since this was asked for the last time. */
  taken(): readonly Use[] {
    const { uses } = this;
    this.uses = [];
    return uses;
  }

  /** The SQL of what the rows are grouped by. */
  setKeys(keys: ReadonlySet<string>): void {
    this.keys = keys;
    this.shapes = new Set([...keys].map((key) => this.shape(key)));
    this.uses = [];
  }

  /** Refuses what each row of a group has for itself. */
  assertKeys(uses: readonly Use[] = this.taken()): void {
    const found = uses.filter((use) => !this.isKey(use)).sort((a, b) => byPlace(a.node, b.node))[0];
    if (!found) return;
    const { node, sql } = found;
    const name = node.firstText === '*' ? 'a column of *' : `column "${nameOf(node)}"`;
    const isPart = sql !== undefined && [...this.keys].some((key) => key.includes(sql));
    const remedy = isPart
      ? 'add it to GROUP BY, whose expression counts only where it is the whole of an item; or name that in a WITH query first'
      : 'add it to GROUP BY, or aggregate it, with ANY_VALUE for instance';
    throw node.error(`${name} is neither in GROUP BY nor in an aggregate function; ${remedy}`);
  }

  /** The same, for an item that may be one of the keys as a whole. */
  assertItem(sql: string, uses: readonly Use[] = this.taken()): void {
    if (!this.shapes.has(this.shape(sql))) this.assertKeys(uses);
  }

  private endsAt(node: CstNode): boolean {
    const last = this.uses.at(-1);
    return last !== undefined && byPlace(last.node, node) === 0;
  }

  private isKey({ sql, isRow }: Use): boolean {
    if (sql === undefined || isRow) return sql !== undefined && this.keys.has(sql);
    return [...this.keys].some((key) => readsName(key) && sql.includes(key));
  }

  /** The same for an expression that is compiled twice, with other aliases for what is within it. */
  private shape(sql: string): string {
    const places = new Map<string, number>();
    return sql.replace(/"(?:[^"]|"")+"/g, (name) => {
      if (!this.aliases.hasMade(name, this.begun)) return name;
      const place = places.get(name) ?? places.size;
      places.set(name, place);
      return `alias ${place}`;
    });
  }
}

/** The text of a key that is the same for all rows may stand anywhere. */
function readsName(key: string): boolean {
  return key.includes('"');
}

function nameOf(path: CstNode): string {
  return (path.child('right') ?? path).text.replaceAll('`', '');
}
