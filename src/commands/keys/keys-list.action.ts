import { type CommandContext } from '../command-context.js';
import { type KeyEntry } from '../../access/key-entry.js';
import { needKeysFile } from '../../access/keys-file.js';
import { rateText } from '../../config/rate.js';
import { type RowOptions, rowsTarget } from '../output/rows-target.js';
import { writeRows } from '../output/write-rows.js';

/** The columns of the list. The hash is left out: its only use is to guess the token. */
const COLUMNS = [
  { name: 'id', type: 'STRING', tell: ({ key }: KeyEntry) => key.id },
  { name: 'state', type: 'STRING', tell: stateOf },
  { name: 'scopes', type: 'STRING', tell: ({ key }: KeyEntry) => key.scopes.join(' ') },
  {
    name: 'bind',
    type: 'STRING',
    tell: ({ key }: KeyEntry) => Array.from(key.bind, (pair) => pair.join('=')).join(' '),
  },
  { name: 'rate_limit', type: 'STRING', tell: ({ key }: KeyEntry) => (key.rateLimit ? rateText(key.rateLimit) : null) },
  { name: 'budget', type: 'STRING', tell: ({ key }: KeyEntry) => key.budget?.text ?? null },
  { name: 'signed_urls', type: 'BOOL', tell: ({ signingSecret }: KeyEntry) => signingSecret !== undefined },
  { name: 'expires', type: 'TIMESTAMP', tell: ({ key }: KeyEntry) => key.expiresAt?.toISOString() ?? null },
  { name: 'created', type: 'TIMESTAMP', tell: ({ created }: KeyEntry) => created?.toISOString() ?? null },
  { name: 'description', type: 'STRING', tell: ({ description }: KeyEntry) => description ?? null },
] as const;

export async function listKeys(context: CommandContext, options: RowOptions): Promise<void> {
  const { entries } = await needKeysFile(context.settings().keysFile);
  const rows = entries.map((entry) => COLUMNS.map(({ tell }) => JSON.stringify(tell(entry))));
  await writeRows({ columns: COLUMNS, rows }, rowsTarget(context.out, options));
}

function stateOf({ key: { expiresAt } }: KeyEntry): string {
  return expiresAt !== undefined && expiresAt.getTime() <= Date.now() ? 'expired' : 'active';
}
