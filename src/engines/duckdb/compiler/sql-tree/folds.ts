import { constantFacts, withMacros } from './constants.js';
import { printed } from './print.js';
import { type Sql } from './sql.js';

/** Each piece within a tree once, in any order, however often it stands there; pieces that are not worth it are passed over. */
export function* piecesOf(root: Sql, isWorth: (sql: Sql) => boolean = () => true): Generator<Sql> {
  const seen = new Set([root]);
  // Additions to a set during a walk through it come last.
  for (const sql of seen) {
    yield sql;
    for (const child of sql.children) if (isWorth(child)) seen.add(child);
  }
}

/** Whether two trees have the same text. Columns and aliases have names of their own, so that the meaning is the same, too. */
export function isSame(left: Sql, right: Sql): boolean {
  return left === right || (left.length === right.length && printed(left) === printed(right));
}

/** Whether a tree has a piece with the same text as another one. */
export function contains(sql: Sql, part: Sql): boolean {
  if (sql.length <= part.length || sql.children.length === 0) return isSame(sql, part);
  for (const each of piecesOf(sql, ({ length }) => length >= part.length)) if (isSame(each, part)) return true;
  return false;
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

/** The tree with other SQL for its tables. */
export function withTables(root: Sql, changed: (table: Sql) => Sql): Sql {
  const made = new Map<Sql, Sql>();
  // A loop avoids recursion, as in printing.
  const open = [root];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const missing = top.children.filter((child) => !made.has(child));
    open.push(...missing);
    if (missing.length > 0) continue;
    open.pop();
    const children = top.children.map((child) => made.get(child) ?? child);
    const isOld = children.every((child, index) => child === top.children[index]);
    made.set(top, top.kind === 'table' ? changed(top) : isOld ? top : rewritten(top, top.strings, children));
  }
  return made.get(root) ?? root;
}

/** The macros that are called in a tree. */
export function macrosIn(sql: Sql): ReadonlySet<string> {
  const macros = new Set<string>();
  for (const piece of piecesOf(sql)) for (const macro of ownMacros(piece)) macros.add(macro);
  return macros;
}

/** Whether a value in a tree is random, and differs each time. */
export function isRandom(sql: Sql): boolean {
  for (const { kind, strings } of piecesOf(sql)) {
    if (kind === 'fragment' && strings.some((text) => constantFacts(text).isRandom)) return true;
  }
  return false;
}

const NAMES: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['lambda', 'name', 'column', 'table', 'written']);

/** The names of tables, columns and parameters of lambdas in a tree. */
export function namesIn(sql: Sql): ReadonlySet<string> {
  return textsIn(sql, (kind) => NAMES.has(kind));
}

/** The columns that a tree is made of. */
export function columnsIn(sql: Sql): ReadonlySet<string> {
  return textsIn(sql, (kind) => kind === 'column');
}

/** The aliases of the FROM items whose columns a tree reads. */
export function aliasesIn(sql: Sql): ReadonlySet<Sql> {
  const aliases = new Set<Sql>();
  for (const { kind, children } of piecesOf(sql)) if (kind === 'column' && children[0]) aliases.add(children[0]);
  return aliases;
}

function textsIn(sql: Sql, isWanted: (kind: Sql['kind']) => boolean): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const piece of piecesOf(sql)) if (isWanted(piece.kind)) texts.add(printed(piece));
  return texts;
}

/** The macro whose call is the beginning of a tree. */
export function firstMacro(sql: Sql): string | undefined {
  return changedFirst(sql, (name) => name)?.name;
}

/** The tree with another macro in that call. */
export function withFirstMacro(sql: Sql, renamed: (name: string) => string): Sql {
  return changedFirst(sql, renamed)?.sql ?? sql;
}

/** The tree with other macros in place of its own. */
export function withOtherMacros(sql: Sql, renamed: (name: string) => string): Sql {
  const made = new Map<Sql, Sql>();
  const changed = (each: Sql): Sql => {
    const known = made.get(each);
    if (known) return known;
    const children = each.children.map((child, index) =>
      isCalled(child, each.strings[index + 1])
        ? rewritten(child, [renamed(child.strings[0] ?? '')], [])
        : changed(child),
    );
    const strings = each.kind === 'fragment' ? each.strings.map((text) => withMacros(text, renamed)) : each.strings;
    const isOld =
      children.every((child, index) => child === each.children[index]) &&
      strings.every((text, index) => text === each.strings[index]);
    const sql = isOld ? each : rewritten(each, strings, children);
    made.set(each, sql);
    return sql;
  };
  return changed(sql);
}

const FIRST = /^(?:safe_)?bq_\w+(?=\()/;

function changedFirst(
  sql: Sql,
  renamed: (name: string) => string,
): { readonly name: string; readonly sql: Sql } | undefined {
  const [text = '', ...others] = sql.strings;
  const [child, ...children] = sql.children;
  if (text !== '') {
    const name = sql.kind === 'fragment' ? FIRST.exec(text)?.[0] : undefined;
    if (name === undefined) return undefined;
    return { name, sql: rewritten(sql, [renamed(name) + text.slice(name.length), ...others], sql.children) };
  }
  if (!child) return undefined;
  if (isCalled(child, others[0])) {
    const name = child.strings[0] ?? '';
    return { name, sql: rewritten(sql, sql.strings, [rewritten(child, [renamed(name)], []), ...children]) };
  }
  const inner = changedFirst(child, renamed);
  return inner && { name: inner.name, sql: rewritten(sql, sql.strings, [inner.sql, ...children]) };
}

/** The macros that a piece calls itself: by a constant part, or by a word in front of a bracket. */
function ownMacros({ kind, strings, children }: Sql): readonly string[] {
  if (kind !== 'fragment') return [];
  return [
    ...strings.flatMap((text) => constantFacts(text).macros),
    ...children.filter((child, index) => isCalled(child, strings[index + 1])).flatMap((child) => child.strings),
  ];
}

/** Whether a piece is nothing but the name of a macro, in front of its bracket. */
function isCalled({ kind, strings, children }: Sql, next: string | undefined): boolean {
  const isName = (kind === 'word' || kind === 'fragment') && children.length === 0;
  return isName && next?.startsWith('(') === true && /^(?:safe_)?bq_\w+$/.test(strings[0] ?? '');
}

function rewritten({ kind }: Sql, strings: readonly string[], children: readonly Sql[]): Sql {
  const length = [...strings, ...children].reduce((total, each) => total + each.length, 0);
  return { kind, strings, children, length, text: children.length > 0 ? undefined : strings.join('') };
}
