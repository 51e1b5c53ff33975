import { macroOf, SIZE } from './expansion.js';
import { wordSql } from '../sql-tree/leaves.js';
import { SQL } from '../sql-tree/sql.js';
import { tokensOf } from '../sql-tree/tokens.js';
import { fallibleList } from '../sandbox/fallible-list.js';

/** Size of a call from which its arguments are bound: a lambda takes longer to run than a macro does. */
export const LONG = 2_000;

const WORD = /^[\p{L}\p{N}_$]/u;
/** A possible name of a lambda's parameter, or of a column that looks so. */
const LAMBDA = /^"?v(\d{1,9})"?$/;
/** A literal, which is never bound: DuckDB wants some arguments to be constants, and it is short. */
const LITERAL = /^(?:'(?:[^']|'')*'|-?\d+(?:e\d+)?|true|false)(?:::\w+)?$/;

/** Macros with aggregates, which DuckDB does not have within lambdas. */
const AGGREGATES = new Set(['bq_quantiles_float']);

/** Tokens, and those of parts within: they are put into one list in the end. */
type Tokens = readonly (string | Tokens)[];

/** A part of a query, with its measures. */
interface Part {
  readonly tokens: Tokens;
  /** Number of words, with every macro written out. */
  readonly size: number;
  /** One more than the greatest number of a lambda's parameter `v0`, `v1` … in it. */
  readonly lambdas: number;
}

/**
 * Binds the arguments of costly macros to the parameters of lambdas, so that each is written out once, not as often as the macro reads it:
 * calls within each other then add up where they multiplied.
 */
export function withBoundArguments(tokens: readonly string[]): readonly string[] {
  return flat(new Rewriter(tokens).read(new Set()).tokens);
}

const ARGUMENT_ENDS: ReadonlySet<string> = new Set([',', ')']);
const BRACKET_ENDS: ReadonlySet<string> = new Set([')', ']', '}']);

class Rewriter {
  private next = 0;

  constructor(private readonly tokens: readonly string[]) {}

  /** Reads up to a token that ends it. */
  read(ends: ReadonlySet<string>): Part {
    const parts: Part[] = [];
    for (let token = this.tokens[this.next]; token !== undefined && !ends.has(token); token = this.tokens[this.next]) {
      this.next += 1;
      const isCall = this.tokens[this.next] === '(' && WORD.test(token) && macroOf(token) !== undefined;
      parts.push(isCall ? this.call(token) : this.bracketed(token));
    }
    return together(parts);
  }

  private bracketed(token: string): Part {
    if (!/^[([{]$/.test(token)) return single(token);
    const inner = this.read(BRACKET_ENDS);
    const close = this.tokens[this.next] ?? '';
    this.next += 1;
    return { ...inner, tokens: [token, inner.tokens, close] };
  }

  private call(name: string): Part {
    const given: Part[] = [];
    while (this.tokens[this.next] !== undefined && this.tokens[this.next] !== ')') {
      this.next += 1;
      given.push(this.read(ARGUMENT_ENDS));
    }
    this.next += 1;
    const { parameters, weights } = macroOf(name) ?? { parameters: [], weights: new Map<string, number>() };
    const weigh = (sizes: readonly number[]) =>
      parameters.reduce(
        (total, parameter, index) => total + (weights.get(parameter) ?? 0) * (sizes[index] ?? 0),
        weights.get(SIZE) ?? 0,
      );
    const written = weigh(given.map(({ size }) => size));
    const { lambdas } = together(given);
    const plain = {
      tokens: [name, '(', ...given.flatMap(({ tokens }) => [',', tokens]).slice(1), ')'],
      size: written,
      lambdas,
    };
    if (written <= LONG || AGGREGATES.has(name)) return plain;
    const size = given.reduce((total, each) => total + each.size + 3, weigh(given.map(() => 4)));
    return size < written ? { tokens: handedOver(name, given, `v${lambdas}`), size, lambdas: lambdas + 1 } : plain;
  }
}

function single(token: string): Part {
  const [, lambda] = LAMBDA.exec(token) ?? [];
  return { tokens: [token], size: WORD.test(token) ? 1 : 0, lambdas: lambda === undefined ? 0 : Number(lambda) + 1 };
}

function together(parts: readonly Part[]): Part {
  return {
    tokens: parts.map(({ tokens }) => (tokens.length === 1 ? (tokens[0] ?? '') : tokens)),
    size: parts.reduce((total, { size }) => total + size, 0),
    lambdas: parts.reduce((most, { lambdas }) => Math.max(most, lambdas), 0),
  };
}

/** Hands over all arguments, since the lambda sees no columns of queries around its own. */
function handedOver(name: string, given: readonly Part[], lambda: string): Tokens {
  const handed: Tokens[] = [];
  const read = given.map(({ tokens }): Tokens => {
    const trimmed = withoutSpace(tokens);
    // Equal arguments stay apart, since they may be random.
    return isLiteral(trimmed) ? trimmed : ['struct_extract', '(', lambda, ',', ' ', String(handed.push(trimmed)), ')'];
  });
  const listed = (parts: readonly Tokens[]) => parts.flatMap((part) => [',', ' ', part]).slice(2);
  const list = tokensOf(fallibleList(HANDED)).map((token) => (token === HANDED_PLACE ? listed(handed) : token));
  const value = [name, '(', ...listed(read), ')'];
  return ['list_transform', '(', ...list, ',', ' ', 'lambda', ' ', lambda, ': ', ...value, ')', '[', '1', ']'];
}

const HANDED_PLACE = 'handed';
const HANDED = SQL`[row(${wordSql(HANDED_PLACE)})]`;

function isLiteral(tokens: Tokens): boolean {
  const texts = tokens.filter((token) => typeof token === 'string');
  return texts.length === tokens.length && texts.length < 5 && LITERAL.test(texts.join(''));
}

/** Tokens without white space around them. */
function withoutSpace(tokens: Tokens): Tokens {
  const ends = [0, tokens.length - 1];
  return tokens.map((token, index) => {
    if (typeof token !== 'string' || !ends.includes(index)) return token;
    return index === 0 ? token.trimStart() : token.trimEnd();
  });
}

function flat(tokens: Tokens): readonly string[] {
  const all: string[] = [];
  const open: { readonly tokens: Tokens; next: number }[] = [{ tokens, next: 0 }];
  for (let top = open.at(-1); top; top = open.at(-1)) {
    const token = top.tokens[top.next];
    top.next += 1;
    if (token === undefined) open.pop();
    else if (typeof token === 'string') all.push(token);
    else open.push({ tokens: token, next: 0 });
  }
  return all;
}
