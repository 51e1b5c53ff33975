import { problemAt, type SqlProblem } from '../sql-problem.js';
import { significantTokens, type SqlToken } from '../tokens/sql-tokens.js';
import { scalarByName } from '../types/types.js';

/** Most places in a message: a longer list does not help to find the right one. */
const MAX_PLACES = 5;

/**
 * The places where a query may have failed as it ran, each with a remedy: for `division by zero` each division except those by a literal,
 * for `bad INT64 value` each CAST to that type. None for other reasons, or for more places than help.
 */
export function failingOperations(sql: string, reason: string): readonly SqlProblem[] {
  const tokens = significantTokens(sql);
  const type = /^bad (\w+) value$/.exec(reason)?.[1];
  const found = tokens.flatMap((token, index) => {
    const remedy = type === undefined ? ifDivision(tokens, index, reason) : ifCast(tokens, index, type);
    return remedy === undefined ? [] : [problemAt(token, `the query failed as it ran: ${reason}; ${remedy}`)];
  });
  return found.length > MAX_PLACES ? [] : found;
}

function ifDivision(tokens: readonly SqlToken[], index: number, reason: string): string | undefined {
  if (reason !== 'division by zero') return undefined;
  const [token, next] = [tokens[index], tokens[index + 1]];
  if (token?.kind === 'symbol' && token.text === '/') {
    return /^[1-9]/.test(next?.text ?? '') ? undefined : 'SAFE_DIVIDE(a, b) is NULL for a divisor of 0';
  }
  const name = calledName(tokens, index);
  return name === 'DIV' || name === 'MOD' ? `SAFE.${name}(a, b) is NULL for a divisor of 0` : undefined;
}

function ifCast(tokens: readonly SqlToken[], index: number, type: string): string | undefined {
  if (calledName(tokens, index) !== 'CAST') return undefined;
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at += 1) {
    const text = tokens[at]?.text.toUpperCase() ?? '';
    if (text === '(') depth += 1;
    else if (text === ')') depth -= 1;
    if (depth === 0) return undefined;
    if (depth > 1 || text !== 'AS') continue;
    const isMeant = scalarByName(tokens[at + 1]?.text ?? '') === type;
    return isMeant ? `SAFE_CAST(x AS ${type}) is NULL for what is no ${type}` : undefined;
  }
  return undefined;
}

/** The function that is called here; undefined behind a dot, as in SAFE.DIV. */
function calledName(tokens: readonly SqlToken[], index: number): string | undefined {
  if (tokens[index + 1]?.text !== '(' || tokens[index - 1]?.text === '.') return undefined;
  return tokens[index]?.text.toUpperCase();
}
