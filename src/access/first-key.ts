import type { Settings } from '../config/settings.js';
import type { Clock } from '../config/clock.js';
import { createKey } from './create-key.js';
import { ALL_SCOPES } from './key.js';
import { readKeysFile } from './keys-file.js';

/**
 * Makes a key with every scope when the operator has set up none: no QUERN_API_KEY and no keys file. An empty keys file
 * is somebody's decision and stays empty.
 *
 * @returns the token, to be shown once; undefined when no key was made.
 */
export async function createFirstKey(settings: Settings, now: Clock): Promise<string | undefined> {
  const { apiKey, keysFile } = settings;
  if (apiKey !== undefined || (await readKeysFile(keysFile)) !== undefined) return undefined;
  try {
    const { token } = await createKey({
      keysFile,
      id: 'first',
      scopes: ALL_SCOPES,
      description: 'Made at the first start.',
      now,
    });
    return token;
  } catch (error) {
    const { message: reason } = error as Error;
    throw new Error(`No key is set up, and ${keysFile} cannot be written (${reason}); set QUERN_API_KEY.`, {
      cause: error,
    });
  }
}
