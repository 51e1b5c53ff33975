import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { keywordAt } from './rule.js';

const MODES = new Set(['FULL', 'LEFT', 'INNER', 'OUTER']);
const OPERATIONS = new Set(['UNION', 'INTERSECT', 'EXCEPT']);

/** Where the word of a set operation stands that begins at a token, with its mode or without; undefined where none begins. */
export function setOperationAt(tokens: readonly SqlToken[], index: number): number | undefined {
  let operation = index;
  while (operation < index + 2 && MODES.has(keywordAt(tokens, operation))) operation += 1;
  const isOperation =
    OPERATIONS.has(keywordAt(tokens, operation)) && /^(ALL|DISTINCT)$/.test(keywordAt(tokens, operation + 1));
  return isOperation ? operation : undefined;
}
