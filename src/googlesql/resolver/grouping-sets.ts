import { type ExpressionNode, type KeySetsNode } from '../ast/nodes.js';
import { type TextPosition } from '../tokens/text-position.js';
import { errorAt } from './dialect-error.js';

/** Most sets, as in BigQuery. */
const MAX_SETS = 4096;
/** Most keys of all sets together, as many as a CUBE of that many sets has. */
const MAX_KEYS = 12 * MAX_SETS;

/** The grouping sets of a ROLLUP, CUBE or GROUPING SETS. */
export function groupingSets<Key>(
  node: KeySetsNode,
  keyOf: (node: ExpressionNode) => Key,
): readonly (readonly Key[])[] {
  const sets = expanded(node, keyOf);
  refuseMany(sets.length, node);
  return sets;
}

function expanded<Key>(node: KeySetsNode, keyOf: (node: ExpressionNode) => Key): Key[][] {
  const { kind, members } = node;
  if (kind === 'GROUPING SETS') {
    let count = 0;
    return members.flatMap((member) => {
      const isSets = member.type === 'KeySets';
      if (isSets && member.kind === 'GROUPING SETS') {
        throw errorAt(member, 'GROUPING SETS cannot stand within GROUPING SETS');
      }
      const sets = isSets ? expanded(member, keyOf) : [member.keys.map(keyOf)];
      count += sets.flat().length;
      refuseLong(count, member);
      return sets;
    });
  }
  const keys = members.map((member) => {
    if (member.type === 'KeySets') throw errorAt(member, `${kind} takes keys, and groups of keys in parentheses`);
    if (member.keys.length === 0) throw errorAt(member, `${kind} takes no empty group`);
    return member.keys.map(keyOf);
  });
  refuseMany(kind === 'CUBE' ? 2 ** keys.length : keys.length + 1, node);
  // Half of a CUBE's sets have a key, and all of a ROLLUP's that end behind it.
  const setsWith = (index: number) => (kind === 'CUBE' ? 2 ** (keys.length - 1) : keys.length - index);
  refuseLong(
    keys.reduce((sum, key, index) => sum + key.length * setsWith(index), 0),
    node,
  );
  if (kind === 'ROLLUP') return [...keys.map((_, index) => keys.slice(0, keys.length - index).flat()), []];
  return keys.reduceRight<Key[][]>((sets, key) => [...sets.map((set) => [...key, ...set]), ...sets], [[]]);
}

function refuseLong(keys: number, place: TextPosition): void {
  if (keys > MAX_KEYS) throw errorAt(place, `these grouping sets have ${keys} keys in all; ${MAX_KEYS} are possible`);
}

function refuseMany(count: number, place: TextPosition): void {
  if (count > MAX_SETS) throw errorAt(place, `these are ${count} grouping sets; ${MAX_SETS} are possible`);
}
