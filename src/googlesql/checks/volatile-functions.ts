import { CATALOGUE, functionsThat } from '../functions/catalogue.js';
import { problemAt, type SqlProblem } from '../sql-problem.js';
import { RESERVED_KEYWORDS } from '../tokens/reserved-keywords.js';
import { significantTokens, type SqlToken } from '../tokens/sql-tokens.js';
import { placeOf, type TextPosition } from '../tokens/text-position.js';

/** Functions whose value differs from run to run, or depends on who runs the query. The clock is not among them. */
const VOLATILE = functionsThat(({ volatility }) => volatility === 'volatile' || volatility === 'session');

export interface VolatileCall extends TextPosition {
  /** Fault, in words that something may follow. */
  readonly fault: string;
}

/**
 * Calls that make a query's answer differ from run to run by anything but the data and the clock. They are found by the tokens alone, also
 * in text that the parser does not take.
 */
export function volatileCalls(sql: string): readonly VolatileCall[] {
  const tokens = significantTokens(sql);
  return tokens.flatMap((token, index) => {
    const name = calledName(tokens, index);
    const isSample = token.text.toUpperCase() === 'TABLESAMPLE' && tokens[index - 1]?.text !== '.';
    if (!isSample && !VOLATILE.has(name)) return [];
    const what = isSample ? 'TABLESAMPLE' : `${name}()`;
    const effect = isSample ? 'takes other rows at each run' : effectOf(name);
    return [{ ...placeOf(token), fault: `${what} ${effect ?? 'gives another answer at each run'}` }];
  });
}

/** The volatile calls as problems of a query whose answers are kept. */
export function volatileProblems(sql: string): readonly SqlProblem[] {
  const remedy =
    'and a cached result is one answer for everybody; write caching: disabled, or leave it out of the query';
  return volatileCalls(sql).map((call) => problemAt(call, `${call.fault}, ${remedy}`));
}

function effectOf(name: string): string | undefined {
  return CATALOGUE.get(name)?.volatility === 'session' ? 'tells who runs the query, which is this service' : undefined;
}

/** The name in front of an opening bracket, with its namespace; `SAFE.` says nothing about the function behind it. */
export function calledName(tokens: readonly SqlToken[], index: number): string {
  if (tokens[index + 1]?.text !== '(') return '';
  const words = [plain(tokens[index])];
  for (let dot = index - 1; tokens[dot]?.text === '.' && isNamespace(tokens[dot - 1]); dot -= 2) {
    words.unshift(plain(tokens[dot - 1]));
  }
  return (words[0] === 'SAFE' ? words.slice(1) : words).join('.');
}

/** Whether a dot behind the token is a namespace's. Behind a value it is that of a chain of calls: `(a).f()`, `'a'.f()`, `CASE … END.f()`. */
function isNamespace(token: SqlToken | undefined): boolean {
  return token?.kind === 'quoted name' || (token?.kind === 'word' && !RESERVED_KEYWORDS.has(token.text.toUpperCase()));
}

function plain(token: SqlToken | undefined): string {
  return (token?.text ?? '').replaceAll('`', '').toUpperCase();
}
