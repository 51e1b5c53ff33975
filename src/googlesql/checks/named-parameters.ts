import { problemAt, type SqlProblem } from '../sql-problem.js';
import { type SqlToken, sqlTokens } from '../tokens/sql-tokens.js';
import type { TextPosition } from '../tokens/text-position.js';

/** One use of `@name`. GoogleSQL compares these names without regard to case; `name` is spelled as in the text. */
export interface NamedParameter extends TextPosition {
  readonly name: string;
}

/** Every `@name` outside strings, comments and quoted names, in the order of the text. */
export function namedParameters(sql: string): readonly NamedParameter[] {
  return sqlTokens(sql)
    .tokens.filter((token) => token.kind === 'parameter')
    .map(({ text, line, column }) => ({ name: text.slice(1), line, column }));
}

/** Parameters that cannot be bound by name: `?` and system variables such as `@@project_id`. */
export function refusedParameters(sql: string): readonly SqlProblem[] {
  return sqlTokens(sql).tokens.flatMap((token) => {
    const message = refusal(token);
    return message === undefined ? [] : [problemAt(token, message)];
  });
}

function refusal({ kind, text }: SqlToken): string | undefined {
  if (kind === 'system variable') {
    return `system variables such as ${text.slice(0, 64)} are not available; declare a parameter and write @name`;
  }
  return kind === 'symbol' && text === '?' ? 'positional parameters are not supported; write @name' : undefined;
}
