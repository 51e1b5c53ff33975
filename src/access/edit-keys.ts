import { type Document, isMap, isSeq, type YAMLMap, type YAMLSeq } from 'yaml';
import { InvalidKeys } from './invalid-keys.js';
import { parseKeys } from './keys-document.js';

/** A keys file that is being changed: its list of entries, and the entry that is meant. */
export interface KeysEdit {
  readonly list: YAMLSeq;
  readonly entry: YAMLMap;
  /** What the list holds by that id, or undefined. */
  readonly find: (id: string) => YAMLMap | undefined;
  readonly tree: Document;
}

/**
 * The text of a keys file after a change of the entry with this id; the operator's comments and order stay.
 *
 * @throws InvalidKeys when there is no such entry, or when the text breaks a rule of the file before or after the change.
 */
export function editKeys(text: string, file: string, id: string, change: (edit: KeysEdit) => void): string {
  const { tree } = parseKeys(text, file);
  const list = tree.get('keys', true);
  const entries = isSeq(list) ? list.items.filter(isMap) : [];
  const find = (wanted: string) => entries.find((each) => each.get('id') === wanted);
  const entry = find(id);
  if (!isSeq(list) || !entry) {
    const ids = entries.map((each) => String(each.get('id'))).join(', ');
    throw new InvalidKeys([`There is no key \`${id}\` in ${file}${ids === '' ? '' : `; there are ${ids}`}.`]);
  }
  change({ list, entry, find, tree });
  const changed = tree.toString({ lineWidth: 0 });
  parseKeys(changed, file);
  return changed;
}
