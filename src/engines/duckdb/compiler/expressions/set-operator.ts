import { type CstNode } from '../cst.js';

/** What becomes of columns that not every query has, where columns go by their names. */
export type MatchMode = 'STRICT' | 'INNER' | 'LEFT' | 'FULL';

/** UNION, INTERSECT or EXCEPT, as it stands between two queries or in a pipe. */
export interface SetOperator {
  /** As it is called: `UNION ALL`. */
  readonly name: string;
  /** None where columns go by their positions. */
  readonly mode: MatchMode | undefined;
  /** The columns of BY NAME ON (…) and CORRESPONDING BY (…). */
  readonly columns: readonly CstNode[] | undefined;
}

const OPERATIONS = new Set(['UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT']);

/** The children of a node that say which set operation it is. */
export const OPERATOR_PARTS = ['distinct_or_all', 'keywords', 'method', 'by', 'corresponding'];

export function setOperator(node: CstNode): SetOperator {
  const quantifier = node.child('distinct_or_all') ?? node.child('keywords');
  quantifier?.only();
  const name = `${node.keyword} ${quantifier?.keyword ?? ''}`.trim();
  if (!/^(?:ALL|DISTINCT)$/.test(quantifier?.keyword ?? '')) throw node.error(`${node.keyword} needs ALL or DISTINCT`);
  if (!OPERATIONS.has(name)) throw node.unsupported(name);
  const [byName, corresponding] = [sequence(node.child('by')), sequence(node.child('corresponding'))];
  const prefix = sequence(node.child('method')).words.join(' ');
  if (byName.words.length + corresponding.words.length === 0) {
    if (prefix) throw node.error(`${prefix} before ${name} needs BY NAME after it`);
    return { name, mode: undefined, columns: undefined };
  }
  if (prefix && corresponding.words[0] === 'STRICT') throw node.error(`STRICT and ${prefix} exclude each other`);
  const isStrict = byName.words.length > 0 || corresponding.words[0] === 'STRICT';
  const mode = prefix ? modeOf(prefix) : isStrict ? 'STRICT' : 'INNER';
  return { name, mode, columns: byName.columns ?? corresponding.columns };
}

/** Says whether two operators may stand in a row without parentheses. */
export function isSameOperator(one: SetOperator, other: SetOperator): boolean {
  const names = ({ columns }: SetOperator) => columns?.map(({ keyword }) => keyword).join();
  return one.name === other.name && one.mode === other.mode && names(one) === names(other);
}

function modeOf(prefix: string): MatchMode {
  if (prefix === 'INNER') return 'INNER';
  return prefix.startsWith('LEFT') ? 'LEFT' : 'FULL';
}

/** Words that stand one within the other, and the names in brackets behind them. */
function sequence(node: CstNode | undefined): { readonly words: string[]; readonly columns?: readonly CstNode[] } {
  const words: string[] = [];
  for (let word = node; word; word = word.child('next_keyword')) {
    word.only('next_keyword', 'group');
    words.push(word.keyword);
    const group = word.child('group');
    if (!group) continue;
    group.only('exprs');
    const columns = group.list('exprs');
    for (const column of columns) {
      if (column.type !== 'Identifier') throw column.error('name a column');
      column.only();
    }
    return { words, columns };
  }
  return { words };
}
