import { type SqlToken, sqlTokens } from '../../googlesql/tokens/sql-tokens.js';
import { offsetAt } from '../../googlesql/tokens/text-position.js';

export interface TypedStatements {
  readonly whole: readonly string[];
  readonly rest: string;
}

/** What may go on in the next line, semicolons included. */
const OVER_LINES = /^(?:[rb]{0,2}(?:'''|""")|\/\*)/i;

/** Takes what has been typed apart at its semicolons: those of texts and comments end nothing. */
export function typedStatements(text: string): TypedStatements {
  const { tokens, problem } = sqlTokens(text);
  const whole: string[] = [];
  let start = 0;
  for (const token of tokens.filter(isSemicolon)) {
    const end = offsetAt(text, token);
    whole.push(text.slice(start, end).trim());
    start = end + 1;
  }
  const rest = text.slice(start);
  // What cannot be read is shown as soon as it seems to be all, and not waited for.
  if (problem && rest.trimEnd().endsWith(';') && !OVER_LINES.test(text.slice(offsetAt(text, problem))))
    return { whole: [...whole, rest.trim()], rest: '' };
  // A comment behind the end is of nothing.
  const isEmpty = !problem && sqlTokens(rest).tokens.every(({ kind }) => kind === 'comment');
  return { whole, rest: isEmpty && start > 0 ? '' : rest };
}

function isSemicolon({ kind, text }: SqlToken): boolean {
  return kind === 'symbol' && text === ';';
}
