import { sqlTokens } from '../../googlesql/tokens/sql-tokens.js';
import { offsetAt } from '../../googlesql/tokens/text-position.js';

export interface TypedStatements {
  readonly whole: readonly string[];
  readonly rest: string;
}

/** Tokens that may go on in the next line, including semicolons. */
const OVER_LINES = /^(?:[rb]{0,2}(?:'''|""")|\/\*)/i;

/** Splits typed text at its semicolons, except those in texts and comments. */
export function typedStatements(text: string): TypedStatements {
  const { tokens, problem } = sqlTokens(text);
  const whole: string[] = [];
  let start = 0;
  for (const token of tokens) {
    if (token.kind !== 'symbol' || token.text !== ';') continue;
    const end = offsetAt(text, token);
    whole.push(text.slice(start, end).trim());
    start = end + 1;
  }
  const rest = text.slice(start);
  // An error is shown as soon as the statement seems to be complete, instead of waiting for more.
  if (problem && rest.trimEnd().endsWith(';') && !OVER_LINES.test(text.slice(offsetAt(text, problem))))
    return { whole: [...whole, rest.trim()], rest: '' };
  // A comment behind the end belongs to no statement.
  const isEmpty = !problem && sqlTokens(rest).tokens.every(({ kind }) => kind === 'comment');
  return { whole, rest: isEmpty && start > 0 ? '' : rest };
}
