import type { UnknownNode } from 'bq2cst';
import { childOf, childrenOf, listOf, withChildren } from '../../cst-children.js';
import { closingBracket } from '../../../tokens/closing-bracket.js';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { blank, keywordAt, type WorkaroundRule } from './rule.js';

/** `* EXCEPT (a) REPLACE (x AS b)`: the parser takes either clause alone, so it reads `* REPLACE (a, x AS b)`. */
export const starClauses: WorkaroundRule = (tokens, index) => {
  if (tokens[index]?.text !== '*' || keywordAt(tokens, index + 1) !== 'EXCEPT') return undefined;
  if (tokens[index + 2]?.text !== '(') return undefined;
  const closing = closingBracket(tokens, index + 2);
  const end = tokens[closing];
  if (!end || keywordAt(tokens, closing + 1) !== 'REPLACE' || tokens[closing + 2]?.text !== '(') return undefined;
  return {
    edits: [
      { token: index + 1, text: 'REPLACE' },
      { token: closing, text: tokens[closing - 1]?.text === ',' ? ' ' : ',' },
      blank(tokens, closing + 1),
      blank(tokens, closing + 2),
    ],
    repair: { token: index, repair: (star) => split(star, end) },
  };
};

/** What stands before the place belongs to EXCEPT. */
function split(star: UnknownNode, end: SqlToken): UnknownNode {
  const clause = childOf(star, 'replace');
  const group = clause && childOf(clause, 'group');
  if (!group) return star;
  const isExcepted = ({ token }: UnknownNode) =>
    token !== null && (token.line < end.line || (token.line === end.line && token.column < end.column));
  const only = (nodes: readonly UnknownNode[]) => ({
    Node: withChildren(clause, { group: { Node: withChildren(group, { exprs: { NodeVec: nodes } }) } }),
  });
  const items = listOf(group, 'exprs');
  return withChildren(star, {
    ...childrenOf(star),
    except: only(items.filter(isExcepted)),
    replace: only(items.filter((item) => !isExcepted(item))),
  });
}
