import { type Clock } from '../config/clock.js';
import { type Budget } from '../config/budget.js';
import { type Rate, rateText } from '../config/rate.js';
import { retiredId } from './edit-keys.js';
import { InvalidKeys } from './invalid-keys.js';
import { type KeyEntry, readEntry } from './key-entry.js';
import { timestampText } from './key-rules.js';
import { type Key } from './key.js';
import { readKeysFile } from './keys-file.js';
import { writePrivateFile } from './private-file.js';
import { createSigningSecret, createToken, hashToken } from './token.js';
import { type Document, isSeq, type YAMLSeq } from 'yaml';
import { type KeysDocument, parseKeys } from './keys-document.js';

export interface NewKey {
  /** Path of the keys file; it is made if there is none. */
  readonly keysFile: string;
  readonly id: string;
  readonly scopes: readonly string[];
  /** Time at which the key expires, in whole seconds. */
  readonly expires?: Date | undefined;
  readonly bind?: ReadonlyMap<string, string> | undefined;
  readonly rateLimit?: Rate | undefined;
  readonly budget?: Budget | undefined;
  readonly signedUrls?: boolean | undefined;
  readonly description?: string | undefined;
  readonly now?: Clock | undefined;
}

const EMPTY_FILE =
  '# The keys of Quern. Tokens are shown once, when a key is made; only their hashes are kept.\nkeys: []\n';

/**
 * Makes a key and writes it to the keys file. The answer alone has its token.
 *
 * @throws InvalidKeys when the key or the file breaks a rule; then nothing is written.
 */
export async function createKey(wanted: NewKey): Promise<{ key: Key; token: string }> {
  const { keysFile, id, scopes, expires, bind, rateLimit, budget, signedUrls, description, now = Date.now } = wanted;
  // An invalid Date compares as false with everything.
  if (expires !== undefined && !(expires.getTime() > now()))
    throw new InvalidKeys(['A new key must expire in the future.']);
  const token = createToken();
  const document = (await readKeysFile(keysFile)) ?? parseKeys(EMPTY_FILE, keysFile);
  const { text, entry } = addKey(document, keysFile, {
    id,
    sha256: hashToken(token),
    scopes,
    expires: expires && timestampText(expires),
    bind: bind?.size ? bind : undefined,
    rate_limit: rateLimit && rateText(rateLimit),
    budget: budget?.text,
    signing_secret: signedUrls === true ? createSigningSecret() : undefined,
    description,
    created: timestampText(new Date(now())),
  });
  await writePrivateFile(keysFile, text);
  return { key: entry.key, token };
}

/**
 * The text of a keys file with one more entry at its end; the operator's comments and order stay.
 *
 * @throws InvalidKeys when the new entry breaks a rule of the file.
 */
function addKey(
  { tree, entries }: KeysDocument,
  file: string,
  fields: { readonly id: string } & Readonly<Record<string, unknown>>,
): { text: string; entry: KeyEntry } {
  const problems: string[] = [];
  const node = tree.createNode(fields);
  const entry = readEntry(node, (_, problem) => problems.push(problem));
  if (entries.some(({ key }) => key.id === fields.id)) {
    problems.push(`The id \`${fields.id}\` is taken in ${file}; choose another one.`);
  }
  // `revoke` and `rotate` take an entry called so out, as the old token of the key that is called alike.
  if (fields.id.endsWith(retiredId(''))) {
    problems.push('An id that ends with `.old` is that of a key’s old token; choose another one.');
  }
  if (entry === undefined || problems.length > 0) throw new InvalidKeys(problems);
  listOf(tree).add(node);
  // Long descriptions would be folded into lines that the operator never wrote, if there were a line width.
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
