import { problemAt, type SqlProblem } from '../../sql-problem.js';
import type { SqlToken } from '../../tokens/sql-tokens.js';
import { byPlace } from '../../tokens/text-position.js';

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };
const QUERY = /^(?:SELECT|WITH|FROM)$/i;

/** A bracket that closes nothing, or that nothing closes, where the parser has failed on something behind it. */
export function strayBracket(tokens: readonly SqlToken[], problem: SqlProblem): SqlProblem | undefined {
  const open: { readonly token: SqlToken; readonly next: SqlToken | undefined }[] = [];
  for (const [index, token] of tokens.entries()) {
    const { kind, text } = token;
    if (kind !== 'symbol') continue;
    if (CLOSING[text] !== undefined) open.push({ token, next: tokens[index + 1] });
    if (text !== ')' && text !== ']') continue;
    const opening = open.pop();
    if (opening && CLOSING[opening.token.text] === text) continue;
    const isHere = byPlace(token, problem) === 0;
    return isHere ? problemAt(token, `syntax error: unexpected "${text}", which closes nothing`) : undefined;
  }
  const last = open.at(-1);
  // The parser's own message for a missing bracket names the place; around a query it is too early.
  if (!last || (problem.message.endsWith('is missing') && !QUERY.test(last.next?.text ?? ''))) return undefined;
  return problemAt(last.token, `syntax error: this "${last.token.text}" is not closed`);
}
