import { type WrittenNode } from '../../../../googlesql/ast/written-node.js';
import { tooMuch } from '../compile-budget.js';
import { macroName } from '../../macros/macro-definitions.js';
import { macros } from '../../macros/macros.js';
import { countedOf, tokensOfText } from '../sql-tree/tokens.js';

/** Number of times that each parameter stands in a text; under `SIZE` the number of pieces beside them. */
type Weights = Map<string, number>;

export const SIZE = '';

interface Macro {
  readonly parameters: readonly string[];
  readonly weights: Weights;
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
export function expandedSize(tokens: readonly string[]): number {
  return new ExpansionReader(tokens, []).read().get(SIZE) ?? 0;
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
  const macro = {
    parameters,
    weights: new ExpansionReader(countedOf(tokensOfText(text.slice(end))), parameters).read(),
  };
  measured.set(name, macro);
  return macro;
}

const ENDS: ReadonlySet<string> = new Set([',', ')', ']', '}']);
const ENDS_IN_CASE: ReadonlySet<string> = new Set(['WHEN', 'END']);
const OPENINGS: ReadonlySet<string> = new Set(['(', '[', '{']);

class ExpansionReader {
  private next = 0;

  constructor(
    private readonly pieces: readonly string[],
    private readonly parameters: readonly string[],
  ) {}

  read(): Weights {
    const total: Weights = new Map();
    while (this.next < this.pieces.length) {
      this.argument(total);
      this.next += 1;
    }
    return total;
  }

  /** Adds the pieces up to the comma or the bracket at the end, or up to one of the words of a CASE. */
  private argument(total: Weights, ends = ENDS): Weights {
    for (let piece = this.pieces[this.next]; piece !== undefined; piece = this.pieces[this.next]) {
      if (ends.has(piece)) break;
      this.next += 1;
      if (piece === 'CASE') this.choice(total);
      else if (OPENINGS.has(piece)) this.list(() => total);
      else if (this.pieces[this.next] === '(' && macroOf(piece)) this.call(piece, total);
      else add(total, this.parameters.includes(piece) ? piece : SIZE, 1);
    }
    return total;
  }

  /** `CASE x WHEN a … WHEN b …` is `x = a` and `x = b`. */
  private choice(total: Weights): void {
    const operand = this.argument(new Map(), ENDS_IN_CASE);
    let arms = 0;
    for (; this.pieces[this.next] === 'WHEN'; arms += 1) {
      this.next += 1;
      this.argument(total, ENDS_IN_CASE);
    }
    addTo(total, operand, arms);
    this.next += 1;
  }

  private call(name: string, total: Weights): void {
    const { parameters, weights } = macroOf(name) ?? { parameters: [], weights: new Map<string, number>() };
    this.next += 1;
    const given = this.list(() => new Map<string, number>());
    add(total, SIZE, weights.get(SIZE) ?? 0);
    parameters.forEach((parameter, index) => {
      addTo(total, given[index] ?? new Map<string, number>(), weights.get(parameter) ?? 0);
    });
  }

  /** Reads the content of brackets, the first of which has been read; each item is added to the total that it is given. */
  private list(totalOfItem: () => Weights): readonly Weights[] {
    const items: Weights[] = [];
    for (;;) {
      items.push(this.argument(totalOfItem()));
      const end = this.pieces[this.next];
      this.next += 1;
      if (end !== ',') return items;
    }
  }
}

function addTo(total: Weights, added: Weights, times: number): void {
  for (const [name, weight] of added) add(total, name, weight * times);
}

function add(total: Weights, name: string, weight: number): void {
  total.set(name, (total.get(name) ?? 0) + weight);
}
