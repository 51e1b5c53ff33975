import { macroOf, SIZE } from './expansion.js';
import { fallibleList } from '../sandbox/fallible-list.js';
import { lambdaName } from '../expressions/struct-value.js';

/** What a call has to grow to before its arguments are bound: a lambda takes longer to run than a macro does. */
export const LONG = 2_000;

const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_$]+|[^]/gu;
const WORD = /^[\p{L}\p{N}_$]/u;
/** It stays where it is: DuckDB wants some arguments to be constants, and it is short. */
const LITERAL = /^(?:'(?:[^']|'')*'|-?\d+|true|false)(?:::\w+)?$/;

/** DuckDB knows no aggregates within lambdas. */
const AGGREGATES = new Set(['bq_quantiles_float']);

interface SizedSql {
  readonly sql: string;
  /** How many words that is, with every macro written out. */
  readonly size: number;
}

/**
 * The same SQL with the arguments of costly macros bound to the parameters of lambdas, so that each is written out once, not as often
 * as the macro reads it: calls within each other then add up where they multiplied.
 */
export function withBoundArguments(sql: string): string {
  return new Rewriter(sql).read(/^$/).sql;
}

class Rewriter {
  private readonly pieces: readonly string[];
  private next = 0;

  constructor(sql: string) {
    this.pieces = sql.match(PIECE) ?? [];
  }

  /** Up to a piece that ends it. */
  read(end: RegExp): SizedSql {
    const parts: string[] = [];
    let size = 0;
    for (let piece = this.pieces[this.next]; piece !== undefined && !end.test(piece); piece = this.pieces[this.next]) {
      this.next += 1;
      const isCall = this.pieces[this.next] === '(' && WORD.test(piece) && macroOf(piece) !== undefined;
      const read = isCall ? this.call(piece) : this.bracketed(piece);
      parts.push(read.sql);
      size += read.size;
    }
    return { sql: parts.join(''), size };
  }

  private bracketed(piece: string): SizedSql {
    if (!/^[([{]$/.test(piece)) return { sql: piece, size: WORD.test(piece) ? 1 : 0 };
    const inner = this.read(/^[)\]}]$/);
    const close = this.pieces[this.next] ?? '';
    this.next += 1;
    return { sql: `${piece}${inner.sql}${close}`, size: inner.size };
  }

  private call(name: string): SizedSql {
    const given: SizedSql[] = [];
    while (this.pieces[this.next] !== undefined && this.pieces[this.next] !== ')') {
      this.next += 1;
      given.push(this.read(/^[,)]$/));
    }
    this.next += 1;
    const { parameters, weights } = macroOf(name) ?? { parameters: [], weights: new Map<string, number>() };
    const weigh = (sizes: readonly number[]) =>
      parameters.reduce(
        (total, parameter, index) => total + (weights.get(parameter) ?? 0) * (sizes[index] ?? 0),
        weights.get(SIZE) ?? 0,
      );
    const written = weigh(given.map(({ size }) => size));
    const plain = { sql: `${name}(${given.map(({ sql }) => sql).join(',')})`, size: written };
    if (written <= LONG || AGGREGATES.has(name)) return plain;
    const once = handedOver(name, given);
    const size = given.reduce((total, each) => total + each.size + 3, weigh(given.map(() => 4)));
    return size < written ? { sql: once, size } : plain;
  }
}

/** All of them, for the lambda sees no columns of queries around its own. */
function handedOver(name: string, given: readonly SizedSql[]): string {
  const values = given.map(({ sql }) => sql.trim());
  const lambda = lambdaName(values.join(' '));
  const handed: string[] = [];
  const read = values.map((sql) =>
    // Two that look the same may be random.
    LITERAL.test(sql) ? sql : `struct_extract(${lambda}, ${handed.push(sql)})`,
  );
  return `list_transform(${fallibleList(`[row(${handed.join(', ')})]`)}, lambda ${lambda}: ${name}(${read.join(', ')}))[1]`;
}
