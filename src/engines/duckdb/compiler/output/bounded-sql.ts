import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { tooMuch } from '../compile-budget.js';
import { expandedSize, macroOf, sizeOfPiece } from './expansion.js';
import { type Sql, lambdaSql, joinSql, nameOfCall, SQL, withChildren } from '../sql-tree/sql.js';
import { folded } from '../sql-tree/folds.js';
import { fallibleList } from '../sandbox/fallible-list.js';

/** Most words of an author’s query, with every macro written out: some ten seconds of preparing. */
const MAX_AUTHOR_WORDS = 500_000;
/** Most words of a caller's query, about one second: it is prepared for each run. */
export const MAX_CALLER_WORDS = 50_000;

/** Most characters for each of these words. Longer SQL is not searched, which would itself take too long. */
const CHARACTERS_PER_WORD = 20;

/**
 * A query that DuckDB prepares in time. The arguments of costly macros are bound to names, so that they are written out once; this is worth
 * it for a single macro, too: an argument that a macro reads several times is planned several times in each run, and computed as often for
 * each row.
 *
 * @throws DialectError where DuckDB would take too long over it before it runs it.
 */
export function boundedSql(sql: Sql, statement: WrittenNode, most = MAX_AUTHOR_WORDS): Sql {
  if (sql.length > most * CHARACTERS_PER_WORD) throw tooMuch(statement);
  if (expandedSize(sql) <= LONG) return sql;
  const lean = withBoundArguments(sql);
  if (lean.size > most) throw tooMuch(statement);
  return lean.sql;
}

/** Size of a call from which its arguments are bound: a lambda takes longer to run than a macro does. */
export const LONG = 2_000;

/** Kinds of pieces without parts that are no names: the constant parts of templates among them. */
const CONSTANT: ReadonlySet<Sql['kind']> = new Set<Sql['kind']>(['text', 'word', 'fragment']);

/** Macros with aggregates, which DuckDB does not have within lambdas. */
const AGGREGATES = new Set(['bq_quantiles_float']);

/** A piece of a query, with its measures. */
interface Part {
  readonly sql: Sql;
  /** Number of words, with every macro written out. */
  readonly size: number;
}

/**
 * Binds the arguments of costly macros to the parameters of lambdas, so that each is written out once, not as often as the macro reads it:
 * calls within each other then add up where they multiplied.
 */
export function withBoundArguments(sql: Sql): Part {
  return folded(sql, bound);
}

function bound(sql: Sql, parts: readonly Part[]): Part {
  const sizeWith = (sizes: readonly number[]) => sizeOfPiece(sql, sizes);
  const whole = withChildren(
    sql,
    parts.map((part) => part.sql),
  );
  const plain = { sql: sql.children.length > 0 ? whole : sql, size: sizeWith(parts.map(({ size }) => size)) };
  const isLong = sql.kind === 'call' && plain.size > LONG && macroOf(nameOfCall(sql)) !== undefined;
  if (!isLong || AGGREGATES.has(nameOfCall(sql))) return plain;
  const size = parts.reduce((total, each) => total + each.size + 3, sizeWith(parts.map(() => 4)));
  return size < plain.size ? { sql: handedOver(whole), size } : plain;
}

/** The parameter of all these lambdas: what it stands for is beside the lambda, so that none is within another one. */
const BOUND = lambdaSql('bound');

/** Hands over all arguments, since the lambda sees no columns of queries around its own. */
function handedOver(call: Sql): Sql {
  const handed: Sql[] = [];
  // Equal arguments stay apart, since they may be random.
  const read = call.children.map((arg) => (isLiteral(arg) ? arg : SQL`struct_extract(${BOUND}, ${handed.push(arg)})`));
  const list = fallibleList(SQL`[row(${joinSql(handed, ', ')})]`);
  return SQL`list_transform(${list}, lambda ${BOUND}: ${withChildren(call, read)})[1]`;
}

/** Whether it is a literal, which is never bound: DuckDB wants some arguments to be constants, and it is short. */
function isLiteral({ kind, strings: [text = '', cast], children: [value] }: Sql): boolean {
  if (value) return text === '' && cast?.startsWith('::') === true && value.children.length === 0 && isLiteral(value);
  return CONSTANT.has(kind);
}
