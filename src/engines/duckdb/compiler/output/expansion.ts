import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { tooMuch } from '../compile-budget.js';
import { macroName } from '../../macros/macro-definitions.js';
import { macros } from '../../macros/macros.js';
import { constantSql, nameOfCall, type Sql } from '../sql-tree/sql.js';
import { folded } from '../sql-tree/folds.js';
import { wordsOf } from '../sql-tree/template.js';

interface Macro {
  /** Number of words beside its parameters. */
  readonly own: number;
  /** Number of times that each parameter is written out. */
  readonly weights: readonly number[];
}

/** Most characters of DuckDB SQL; a list of ten thousand long texts has fewer. */
const MAX_CHARACTERS = 2_000_000;
/** @throws DialectError where an expression has become so long that the next one made of it might not fit into memory. */
export function assertShort(sql: { readonly length: number }, node: WrittenNode): void {
  if (sql.length > MAX_CHARACTERS) throw tooMuch(node);
}

/**
 * The number of words of a query for DuckDB, with every macro written out. A parameter is written out each time that its macro reads it, so
 * that the size multiplies with every call within another; DuckDB does so while it prepares, and nothing stops it there.
 */
export function expandedSize(sql: Sql, wordsIn = countedWords): number {
  return folded<number>(sql, (piece, sizes) => sizeOfPiece(piece, sizes, wordsIn));
}

/**
 * The size of a piece, by those of its children.
 *
 * @param wordsIn number of words in a text that count
 */
export function sizeOfPiece(sql: Sql, sizes: readonly number[], wordsIn = countedWords): number {
  const macro = sql.kind === 'call' ? macroOf(nameOfCall(sql)) : undefined;
  if (macro) return sizes.reduce((total, size, index) => total + size * (macro.weights[index] ?? 0), macro.own);
  if (ONE_WORD.has(sql.kind)) return 1;
  if (VARIED.has(sql.kind)) return wordsOf(sql.strings[0] ?? '').length;
  let total = 0;
  for (const text of sql.strings) total += wordsIn(text);
  for (const size of sizes) total += size;
  // `CASE x WHEN a … WHEN b …` is `x = a` and `x = b`.
  return sql.kind === 'case' ? total + (sizes[0] ?? 0) * (armsOf(sql) - 1) : total;
}

const ONE_WORD: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['name', 'text', 'lambda', 'column']);

/** Leaves that are not constant, and may be several words. */
const VARIED: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['word', 'type', 'table', 'written']);

/** Numbers of words in the constant parts of the compiler's templates. */
const counts = new Map<string, number>();

function countedWords(text: string): number {
  if (text === '') return 0;
  const known = counts.get(text) ?? wordsOf(text).length;
  counts.set(text, known);
  return known;
}

function armsOf({ strings }: Sql): number {
  let depth = 0;
  let arms = 0;
  for (const word of strings.flatMap(wordsOf)) {
    depth += Number(word === 'CASE') - Number(word === 'END');
    arms += Number(word === 'WHEN' && depth === 1);
  }
  return arms;
}

/** Functions of DuckDB's that are macros themselves, and read a parameter several times. */
const OWN_MACROS = new Map(
  [
    "array_to_string(a, b) AS CASE WHEN len(a) = 0 THEN '' ELSE list_aggr(a, 'string_agg', b) END",
    'nullif(a, b) AS CASE WHEN a = b THEN NULL ELSE a END',
  ].map((macro) => [macroName(macro), macro]),
);

/** Macros by name; each may use those that come before it or after it. */
const measured = new Map<string, Macro>();

/** A macro by its name, or by that of its safe variant. */
export function macroOf(word: string): Macro | undefined {
  const name = word.replace(/^safe_/, '');
  const known = measured.get(name);
  const text = OWN_MACROS.get(name) ?? macros().get(name);
  if (known || text === undefined) return known;
  const end = text.indexOf(')');
  const parameters = text.slice(name.length + 1, end).split(', ');
  const body = constantSql(text.slice(end + 1));
  const sizeWith = (parameter?: string) =>
    expandedSize(
      body,
      (part) => wordsOf(part).filter((each) => each === parameter || !parameters.includes(each)).length,
    );
  const own = sizeWith();
  const macro = { own, weights: parameters.map((parameter) => sizeWith(parameter) - own) };
  measured.set(name, macro);
  return macro;
}
