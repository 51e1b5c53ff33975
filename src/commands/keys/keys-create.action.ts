import { createKey, type NewKey } from '../../access/create-key.js';
import { type CommandContext } from '../command-context.js';
import { declaredEndpoints } from './declared-endpoints.js';
import { unmatchedRights } from './unmatched-rights.js';

/** Makes a key, shows its token, and warns of rights that reach none of the present endpoints. */
export async function createKeyFor(context: CommandContext, wanted: Omit<NewKey, 'keysFile'>): Promise<void> {
  const { keysFile, endpointsPath } = context.settings();
  const { key, token } = await createKey({ keysFile, ...wanted });
  for (const warning of unmatchedRights(key, await declaredEndpoints(endpointsPath))) {
    context.err.write(`warning: ${warning}\n`);
  }
  context.err.write(`Key ${key.id} is in ${keysFile}. Its token is shown this once:\n`);
  context.out.write(`${token}\n`);
}
