import { type Document, isSeq, type YAMLSeq } from 'yaml';
import { InvalidKeys } from './invalid-keys.js';
import { type KeyEntry, readEntry } from './key-entry.js';
import { parseKeys } from './keys-document.js';

/** A new entry, in the words of the file. */
export interface KeyFields {
  readonly id: string;
  readonly sha256: string;
  readonly scopes: readonly string[];
  readonly expires: string | undefined;
  readonly bind: ReadonlyMap<string, string> | undefined;
  readonly rate_limit: string | undefined;
  readonly budget: string | undefined;
  readonly signing_secret: string | undefined;
  readonly description: string | undefined;
  readonly created: string;
}

/**
 * The text of a keys file with one more entry at its end; the operator's comments and order stay.
 *
 * @throws InvalidKeys when the text or the new entry breaks a rule of the file.
 */
export function addKey(text: string, file: string, fields: KeyFields): { text: string; entry: KeyEntry } {
  const { tree, entries } = parseKeys(text, file);
  const problems: string[] = [];
  const node = tree.createNode(fields);
  const entry = readEntry(node, (_, problem) => problems.push(problem));
  if (entries.some(({ key }) => key.id === fields.id)) {
    problems.push(`The id \`${fields.id}\` is taken in ${file}; choose another one.`);
  }
  if (entry === undefined || problems.length > 0) throw new InvalidKeys(problems);
  listOf(tree).add(node);
  // Without a line width, long descriptions are not folded into lines that the operator never wrote.
  return { text: tree.toString({ lineWidth: 0 }), entry };
}

/** The list under `keys:`, in block style when it is empty: one key per line reads and compares better. */
function listOf(tree: Document): YAMLSeq {
  const given = tree.get('keys', true);
  if (isSeq(given) && given.items.length > 0) return given;
  const list: YAMLSeq = isSeq(given) ? given : tree.createNode([]);
  list.flow = false;
  tree.set('keys', list);
  return list;
}
