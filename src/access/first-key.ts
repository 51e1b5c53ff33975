import type { Settings } from '../config/settings.js';
import type { Clock } from '../config/clock.js';
import { createKey } from './create-key.js';
import { type KeyEntry } from './key-entry.js';
import { ALL_SCOPES } from './key.js';
import { readKeysFile } from './keys-file.js';

const FIRST = { id: 'first', description: 'Made at the first start.' } as const;

/** Whoever was shown its token has been told then what it may do: no further start warns of it. */
export function isFirstKey({ key, description }: KeyEntry): boolean {
  return key.id === FIRST.id && description === FIRST.description;
}

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
      ...FIRST,
      scopes: ALL_SCOPES,
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
