import { type CstNode } from '../cst.js';

/** BigQuery has this limit as well. */
const MAX_SETS = 4096;
/** Keys of all sets together, as many as a CUBE of that many sets has. */
const MAX_KEYS = 12 * MAX_SETS;

/** By the names of the calls that the parser takes them for where it does not look for them. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['ROLLUP', 'ROLLUP'],
  ['CUBE', 'CUBE'],
  ['SETS', 'GROUPING SETS'],
]);

/** ROLLUP, CUBE or GROUPING SETS with what stands in its parentheses. */
interface Sets {
  readonly node: CstNode;
  readonly kind: string;
  readonly members: readonly CstNode[];
}

/**
 * The grouping sets of a GROUP BY that is a ROLLUP, CUBE or GROUPING SETS; undefined for plain keys. `how` are the words that the
 * parser puts before the first item.
 */
export function groupingSets<Key>(
  items: readonly CstNode[],
  how: string,
  keyOf: (node: CstNode) => Key,
): readonly (readonly Key[])[] | undefined {
  const [node, ...others] = items;
  const second = how ? others[0] : others.find((item) => setsOf(item));
  if (second) {
    throw second.error(
      'ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY; list the sets of keys, as in GROUPING SETS ((a, b), (a))',
    );
  }
  if (!how || !node) return undefined;
  const sets = expanded({ node, kind: how, members: grouped(node) }, keyOf);
  refuseMany(sets.length, node);
  return sets;
}

/** The parser takes what is within GROUPING SETS, and all but the first item of a GROUP BY, for calls of functions. */
function setsOf(node: CstNode): Sets | undefined {
  const kind = node.type === 'CallingFunction' ? KINDS.get(node.child('func')?.keyword ?? '') : undefined;
  return kind === undefined ? undefined : { node, kind, members: node.list('args') };
}

function expanded<Key>({ node, kind, members }: Sets, keyOf: (node: CstNode) => Key): Key[][] {
  if (node.type === 'CallingFunction') node.only('func', 'args');
  if (kind === 'GROUPING SETS') {
    let count = 0;
    return members.flatMap((member) => {
      const inner = setsOf(member);
      if (inner?.kind === 'GROUPING SETS') throw member.error('GROUPING SETS cannot stand within GROUPING SETS');
      const sets = inner ? expanded(inner, keyOf) : [keysOf(member, keyOf)];
      count += sets.flat().length;
      refuseLong(count, member);
      return sets;
    });
  }
  const keys = members.map((member) => {
    if (member.type === 'EmptyStruct') throw member.error(`${kind} takes no empty group`);
    if (setsOf(member)) throw member.error(`${kind} takes keys, and groups of keys in parentheses`);
    return keysOf(member, keyOf);
  });
  refuseMany(kind === 'CUBE' ? 2 ** keys.length : keys.length + 1, node);
  // Of a CUBE half of the sets have a key, of a ROLLUP all that end behind it.
  const setsWith = (index: number) => (kind === 'CUBE' ? 2 ** (keys.length - 1) : keys.length - index);
  refuseLong(
    keys.reduce((sum, key, index) => sum + key.length * setsWith(index), 0),
    node,
  );
  if (kind === 'ROLLUP') return [...keys.map((_, index) => keys.slice(0, keys.length - index).flat()), []];
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

function refuseLong(keys: number, node: CstNode): void {
  if (keys > MAX_KEYS) throw node.error(`these grouping sets have ${keys} keys in all; ${MAX_KEYS} are possible`);
}

function refuseMany(count: number, node: CstNode): void {
  if (count > MAX_SETS) throw node.error(`these are ${count} grouping sets; ${MAX_SETS} are possible`);
}
