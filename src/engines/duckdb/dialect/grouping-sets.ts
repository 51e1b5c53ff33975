import { type CstNode } from './cst.js';

/** BigQuery has this limit as well. */
const MOST_SETS = 4096;

const KINDS = ['ROLLUP', 'CUBE', 'GROUPING SETS'];

/** ROLLUP, CUBE or GROUPING SETS with what stands in its parentheses. */
interface Sets {
  readonly node: CstNode;
  readonly kind: string;
  readonly members: readonly CstNode[];
}

/**
 * The grouping sets of a GROUP BY in which ROLLUP, CUBE or GROUPING SETS stand: each combination of a set of one item with a set
 * of every other one. Undefined for plain keys. `how` are the words that the parser puts before the first item.
 */
export function groupingSets<Key>(
  items: readonly CstNode[],
  how: string,
  keyOf: (node: CstNode) => Key,
): readonly (readonly Key[])[] | undefined {
  if (!how && !items.some((item) => setsOf(item))) return undefined;
  return items
    .map((item, index) => {
      const sets = how && index === 0 ? { node: item, kind: how, members: grouped(item) } : setsOf(item);
      return sets ? expanded(sets, keyOf) : [[keyOf(item)]];
    })
    .reduce((left, right) => {
      refuseMany(left.length * right.length, items[0]);
      return left.flatMap((one) => right.map((other) => [...one, ...other]));
    });
}

/** The parser takes all but the first item of a GROUP BY, and what is within them, for calls of functions. */
function setsOf(node: CstNode): Sets | undefined {
  const kind = node.type === 'CallingFunction' ? (node.child('func')?.keyword ?? '') : '';
  return KINDS.includes(kind) ? { node, kind, members: node.list('args') } : undefined;
}

function expanded<Key>({ node, kind, members }: Sets, keyOf: (node: CstNode) => Key): Key[][] {
  if (node.type === 'CallingFunction') node.only('func', 'args');
  if (kind === 'GROUPING SETS') {
    return members.flatMap((member) => {
      const inner = setsOf(member);
      if (inner?.kind === 'GROUPING SETS') throw member.error('GROUPING SETS cannot stand within GROUPING SETS');
      return inner ? expanded(inner, keyOf) : [keysOf(member, keyOf)];
    });
  }
  const keys = members.map((member) => {
    if (member.type === 'EmptyStruct') throw member.error(`${kind} takes no empty group`);
    if (setsOf(member)) throw member.error(`${kind} takes keys, and groups of keys in parentheses`);
    return keysOf(member, keyOf);
  });
  if (kind === 'ROLLUP') return [...keys.map((_, index) => keys.slice(0, keys.length - index).flat()), []];
  refuseMany(2 ** keys.length, node);
  return keys.reduceRight<Key[][]>((sets, key) => [...sets.map((set) => [...key, ...set]), ...sets], [[]]);
}

/** A key, or the keys of a group in parentheses. */
function keysOf<Key>(node: CstNode, keyOf: (node: CstNode) => Key): Key[] {
  if (node.type === 'EmptyStruct') return [];
  const isGroup = node.type === 'GroupedExpr' || (node.type === 'StructLiteral' && !node.has('type'));
  return (isGroup ? grouped(node) : [node]).map(keyOf);
}

/** The parser takes the keys in parentheses for a STRUCT, or for one expression. */
function grouped(node: CstNode): CstNode[] {
  node.only('exprs', 'expr');
  return node.type === 'StructLiteral' ? node.list('exprs') : [node.need('expr')];
}

function refuseMany(count: number, node: CstNode | undefined): void {
  if (count > MOST_SETS)
    throw node?.error(`these are ${count} grouping sets; ${MOST_SETS} are possible`) ?? new RangeError();
}
