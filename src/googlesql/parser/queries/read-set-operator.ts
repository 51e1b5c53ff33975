import { type NameNode } from '../../ast/name-node.js';
import { type MatchMode, type SetOperatorNode } from '../../ast/set-operation.js';
import { badSyntax, expectOnly, unknownSyntax } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { nameOf } from './read-alias.js';

const OPERATIONS = new Set(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT']);

/** The children of a node that say which set operation it is. */
export const OPERATOR_PARTS: readonly string[] = ['distinct_or_all', 'keywords', 'method', 'by', 'corresponding'];

/** UNION, INTERSECT or EXCEPT, as it stands between two queries or in a pipe. */
export function readSetOperator(node: SyntaxNode): SetOperatorNode {
  const quantifier = node.child('distinct_or_all') ?? node.child('keywords');
  if (quantifier) expectOnly(quantifier);
  const name = `${node.keyword} ${quantifier?.keyword ?? ''}`.trim();
  if (!/^(?:ALL|DISTINCT)$/.test(quantifier?.keyword ?? ''))
    throw badSyntax(node, `${node.keyword} needs ALL or DISTINCT`);
  if (!OPERATIONS.has(name)) throw unknownSyntax(node, name);
  const [byName, corresponding] = [sequence(node.child('by')), sequence(node.child('corresponding'))];
  const prefix = sequence(node.child('method')).words.join(' ');
  if (byName.words.length + corresponding.words.length === 0) {
    if (prefix) throw badSyntax(node, `${prefix} before ${name} needs BY NAME after it`);
    return { ...writtenAt(node), name, mode: undefined, columns: undefined };
  }
  if (prefix && corresponding.words[0] === 'STRICT') throw badSyntax(node, `STRICT and ${prefix} exclude each other`);
  const isStrict = byName.words.length > 0 || corresponding.words[0] === 'STRICT';
  const mode = prefix ? modeOf(prefix) : isStrict ? 'STRICT' : 'INNER';
  return { ...writtenAt(node), name, mode, columns: byName.columns ?? corresponding.columns };
}

/** Says whether two operators may stand in a row without parentheses. */
export function isSameOperator(one: SetOperatorNode, other: SetOperatorNode): boolean {
  const names = ({ columns }: SetOperatorNode) => columns?.map(({ text }) => text.toUpperCase()).join();
  return one.name === other.name && one.mode === other.mode && names(one) === names(other);
}

function modeOf(prefix: string): MatchMode {
  if (prefix === 'INNER') return 'INNER';
  return prefix.startsWith('LEFT') ? 'LEFT' : 'FULL';
}

/** Words that stand one within the other, and the names in brackets behind them. */
function sequence(node: SyntaxNode | undefined): { readonly words: string[]; readonly columns?: readonly NameNode[] } {
  const words: string[] = [];
  for (let word = node; word; word = word.child('next_keyword')) {
    expectOnly(word, 'next_keyword', 'group');
    words.push(word.keyword);
    const group = word.child('group');
    if (!group) continue;
    expectOnly(group, 'exprs');
    const columns = group.list('exprs').map((column) => {
      if (column.type !== 'Identifier') throw badSyntax(column, 'name a column');
      expectOnly(column);
      return nameOf(column);
    });
    return { words, columns };
  }
  return { words };
}
