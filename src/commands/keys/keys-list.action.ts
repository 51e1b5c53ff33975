import { type CommandContext } from '../command-context.js';
import { type KeyEntry } from '../../access/key-entry.js';
import { needKeysFile } from '../../access/keys-file.js';
import { rateText } from '../../config/rate.js';
import { type RowOptions, rowsTarget } from '../output/rows-target.js';
import { type ListColumn, writeList } from '../output/write-rows.js';

/** The columns of the list. The hash is left out: its only use is to guess the token. */
const COLUMNS: readonly ListColumn<KeyEntry>[] = [
  { name: 'id', type: 'STRING', tell: ({ key }) => key.id },
  { name: 'state', type: 'STRING', tell: stateOf },
  { name: 'scopes', type: 'STRING', tell: ({ key }) => key.scopes.join(' ') },
  {
    name: 'bind',
    type: 'STRING',
    tell: ({ key }) => Array.from(key.bind, (pair) => pair.join('=')).join(' '),
  },
  { name: 'rate_limit', type: 'STRING', tell: ({ key }) => (key.rateLimit ? rateText(key.rateLimit) : null) },
  { name: 'budget', type: 'STRING', tell: ({ key }) => key.budget?.text ?? null },
  { name: 'signed_urls', type: 'BOOL', tell: ({ signingSecret }) => signingSecret !== undefined },
  { name: 'expires', type: 'TIMESTAMP', tell: ({ key }) => key.expiresAt?.toISOString() ?? null },
  { name: 'created', type: 'TIMESTAMP', tell: ({ created }) => created?.toISOString() ?? null },
  { name: 'description', type: 'STRING', tell: ({ description }) => description ?? null },
];

export async function listKeys(context: CommandContext, options: RowOptions): Promise<void> {
  const { entries } = await needKeysFile(context.settings().keysFile);
  await writeList(COLUMNS, entries, rowsTarget(context.out, options));
}

function stateOf({ key: { expiresAt } }: KeyEntry): string {
  return expiresAt !== undefined && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
