import { nameOfCall, type Sql, withChildren, withName } from './sql.js';

/** Each piece within a tree once, however often it stands there. */
export function piecesOf(root: Sql): ReadonlySet<Sql> {
  const seen = new Set([root]);
  // Additions to a set during a walk through it come last.
  for (const sql of seen) for (const child of sql.children) seen.add(child);
  return seen;
}

/** Whether two trees are the same. Columns and aliases have names of their own, so that the meaning is the same, too. */
export function isSame(left: Sql, right: Sql): boolean {
  const compared = new Map<Sql, Set<Sql>>();
  const open: [Sql, Sql][] = [[left, right]];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const [one, other] = pair;
    const others = compared.get(one) ?? new Set();
    if (one === other || others.has(other)) continue;
    compared.set(one, others.add(other));
    if (one.kind !== other.kind || one.length !== other.length) return false;
    if (one.strings.length !== other.strings.length) return false;
    if (one.strings !== other.strings && !one.strings.every((text, index) => text === other.strings[index]))
      return false;
    one.children.forEach((child, index) => open.push([child, other.children[index] ?? child]));
  }
  return true;
}

/** Whether a field of a record is read in a tree. */
export function readsFields(sql: Sql): boolean {
  return [...piecesOf(sql)].some(({ kind }) => kind === 'field' || kind === 'record');
}

/** Whether a record that is a field of another is used as a whole somewhere in a tree, and not only to read a field of it. */
export function usesFieldsWhole(sql: Sql): boolean {
  const isWhole = ({ kind, children }: Sql) =>
    children.some((child, index) => child.kind === 'record' && (index > 0 || (kind !== 'field' && kind !== 'record')));
  return sql.kind === 'record' || [...piecesOf(sql)].some(isWhole);
}

/** Folds a tree from its leaves up; a piece that occurs several times is folded once. */
export function folded<T>(root: Sql, make: (sql: Sql, children: readonly T[]) => T): T {
  const made = new Map<Sql, T>();
  // A loop avoids recursion, as in printing.
  const open = [root];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const before = open.length;
    for (const child of top.children) if (!made.has(child)) open.push(child);
    if (open.length > before) continue;
    open.pop();
    if (!made.has(top))
      made.set(
        top,
        make(
          top,
          top.children.map((child) => made.get(child) as T),
        ),
      );
  }
  return made.get(root) as T;
}

/** The tree with other pieces in it; `changed` is given each piece with its new children. */
export function withPieces(root: Sql, changed: (sql: Sql) => Sql): Sql {
  return folded<Sql>(root, (sql, children) =>
    changed(children.every((child, index) => child === sql.children[index]) ? sql : withChildren(sql, children)),
  );
}

/** The names of the macros that are called in a tree, and of functions whose calls are pieces, too. */
export function macrosIn(sql: Sql): ReadonlySet<string> {
  return new Set([...piecesOf(sql)].filter(({ kind }) => kind === 'call').map(nameOfCall));
}

/** Whether a value in a tree is random, and differs each time. */
export function isRandom(sql: Sql): boolean {
  const macros = macrosIn(sql);
  return macros.has('random') || macros.has('uuid');
}

const NAMES: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['lambda', 'name', 'column', 'table', 'written']);

/** The names of tables, columns and parameters of lambdas in a tree. */
export function namesIn(sql: Sql): ReadonlySet<string> {
  const pieces = [...piecesOf(sql)].filter(({ kind }) => NAMES.has(kind));
  return new Set(pieces.flatMap(({ strings }) => strings.filter((text) => text !== '')));
}

/** The aliases of the FROM items whose columns a tree reads. */
export function aliasesIn(sql: Sql): ReadonlySet<Sql> {
  const aliases = new Set<Sql>();
  for (const { kind, children } of piecesOf(sql)) if (kind === 'column' && children[0]) aliases.add(children[0]);
  return aliases;
}

/** Whether a tree begins with a call that is a piece of its own (see CALLED), in brackets or not. */
export function beginsWithMacro({ kind, strings, children }: Sql): boolean {
  if (kind === 'call') return true;
  const at = children.findIndex(({ length }) => length > 0);
  const first = children[at];
  return first !== undefined && /^\(*$/.test(strings.slice(0, at + 1).join('')) && beginsWithMacro(first);
}

/** The tree with another macro in the call that it begins with. */
export function withFirstMacro(sql: Sql, renamed: (name: string) => string): Sql {
  if (sql.kind === 'call') return renamedCall(sql, renamed);
  const [first, ...others] = sql.strings[0] === '' ? sql.children : [];
  const other = first && withFirstMacro(first, renamed);
  return other === first || !other ? sql : withChildren(sql, [other, ...others]);
}

/** The tree with other macros in place of its own. */
export function withOtherMacros(sql: Sql, renamed: (name: string) => string): Sql {
  return withPieces(sql, (each) => (each.kind === 'call' ? renamedCall(each, renamed) : each));
}

function renamedCall(call: Sql, renamed: (name: string) => string): Sql {
  const name = nameOfCall(call);
  const other = renamed(name);
  return other === name ? call : withName(call, other);
}
