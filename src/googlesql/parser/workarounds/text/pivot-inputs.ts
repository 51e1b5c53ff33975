import type { UnknownNode } from 'bq2cst';
import { closingBracket } from '../../../tokens/closing-bracket.js';
import { childOf, childrenOf, listOf, withChildren } from '../../cst-children.js';
import type { SqlToken } from '../../../tokens/sql-tokens.js';
import { keywordAt, type WorkaroundRule } from './rule.js';

/** `PIVOT(SUM(x) FOR a + b IN (…))`: the parser reads one word behind FOR; here it finds the rest as another item in front of it. */
export const pivotInputs: WorkaroundRule = (tokens, index) => {
  const config = openingBracket(tokens, index);
  if (keywordAt(tokens, config - 1) !== 'PIVOT') return undefined;
  const end = inputEnd(tokens, index + 1);
  if (end === undefined || end === index + 1) return undefined;
  return {
    edits: [
      { token: index, text: ',' },
      { token: end, insertion: { text: 'FOR _ ', unwrap: (clause) => clause } },
    ],
    repair: { token: config, repair: withInput },
  };
};

/** The bracket in which a token stands. */
function openingBracket(tokens: readonly SqlToken[], index: number): number {
  let depth = 0;
  for (let at = index - 1; at >= 0; at -= 1) {
    const text = tokens[at]?.text;
    if (text === ')') depth += 1;
    if (text === '(' && depth === 0) return at;
    if (text === '(') depth -= 1;
  }
  return -1;
}

/** Where the IN stands whose list ends the PIVOT. A comma in front of it would be one of several inputs. */
function inputEnd(tokens: readonly SqlToken[], start: number): number | undefined {
  let brackets = 0;
  for (let at = start; at < tokens.length; at += 1) {
    const text = tokens[at]?.text ?? '';
    if (text === '[') brackets += 1;
    if (text === ']') brackets -= 1;
    if (text === ')' || (text === ',' && brackets === 0)) return undefined;
    if (text !== '(') continue;
    const closing = closingBracket(tokens, at);
    if (closing < 0) return undefined;
    if (keywordAt(tokens, at - 1) === 'IN' && tokens[closing + 1]?.text === ')') return at - 1;
    at = closing;
  }
  return undefined;
}

function withInput(config: UnknownNode): UnknownNode {
  const aggregates = listOf(config, 'exprs');
  const [input, clause] = [aggregates.at(-1), childOf(config, 'for')];
  if (!input || !clause) return config;
  return withChildren(config, {
    ...childrenOf(config),
    exprs: { NodeVec: aggregates.slice(0, -1) },
    for: { Node: withChildren(clause, { ...childrenOf(clause), expr: { Node: input } }) },
  });
}
