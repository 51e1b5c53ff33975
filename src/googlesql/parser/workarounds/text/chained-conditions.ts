import type { UnknownNode } from 'bq2cst';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { keywordAt, type WorkaroundRule } from './rule.js';

/** `a JOIN b JOIN c ON … ON …` is `a JOIN (b JOIN c ON …) ON …`; the parser wants each condition behind its own table. */
export const chainedConditions: WorkaroundRule = (tokens, index) => {
  const join = joinOf(tokens, index);
  if (join === undefined) return undefined;
  const opening = { text: '(', unwrap: (join: UnknownNode) => join };
  return {
    edits: [
      { token: join + 1, insertion: opening },
      { token: index, insertion: { text: ') ' } },
    ],
  };
};

/** Nobody joins so many tables; a text that says ON more often is looked through no further for each of them. */
const MAX_CONDITIONS = 200;

/** The join of a condition that stands right behind another one, in the same brackets. */
function joinOf(tokens: readonly SqlToken[], condition: number): number | undefined {
  let conditions = 1;
  let joins = 0;
  for (const index of backwards(tokens, condition)) {
    const word = keywordAt(tokens, index);
    if (word === 'FROM' || /^(,|\|>)$/.test(tokens[index]?.text ?? '')) return undefined;
    if (word === 'ON' || word === 'USING') conditions += 1;
    if (conditions > MAX_CONDITIONS) return undefined;
    if (word !== 'JOIN' || keywordAt(tokens, index - 1) === 'CROSS') continue;
    joins += 1;
    // The one condition so far is that of the table in front of it.
    if (conditions === 1) return undefined;
    if (joins === conditions) return tokens[index - 1]?.text === '|>' ? undefined : index;
  }
  return undefined;
}

/** What stands in front of a token, up to the bracket around it, without what is in brackets itself. */
function* backwards(tokens: readonly SqlToken[], from: number): Generator<number> {
  let depth = 0;
  for (let index = from - 1; index >= 0 && depth >= 0; index -= 1) {
    const { kind, text } = tokens[index] ?? {};
    if (kind === 'symbol' && text === ')') depth += 1;
    if (depth === 0 && text !== '(') yield index;
    if (kind === 'symbol' && text === '(') depth -= 1;
  }
}
