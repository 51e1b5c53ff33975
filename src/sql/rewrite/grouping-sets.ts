import type { UnknownNode } from 'bq2cst';
import { childOf, childrenOf, withChildren } from '../cst-children.js';
import { blank, keywordAt, type Rule } from './rule.js';

/** `GROUP BY a, GROUPING SETS (…)`: the parser knows these words right behind BY alone; here it is to read a function of this name. */
export const groupingSets: Rule = (tokens, index) => {
  if (keywordAt(tokens, index) !== 'GROUPING' || keywordAt(tokens, index + 1) !== 'SETS') return undefined;
  if (keywordAt(tokens, index - 1) === 'BY' || tokens[index + 2]?.text !== '(') return undefined;
  return {
    edits: [{ token: index, text: '________' }, blank(tokens, index + 1)],
    repair: { token: index + 2, repair: named },
  };
};

function named(call: UnknownNode): UnknownNode {
  const func = childOf(call, 'func');
  if (!func?.token) return call;
  const words = { ...func, token: { ...func.token, literal: 'GROUPING SETS' } } as UnknownNode;
  return withChildren(call, { ...childrenOf(call), func: { Node: words } });
}
