import { EventEmitter } from 'node:events';
import { Inject, Injectable, Optional } from '@nestjs/common';
import { MAX_TOKEN_LENGTH } from '../config/kinds.js';
import { Settings } from '../config/settings.js';
import { Clock } from '../config/clock.js';
import { errorText } from '../errors/error-text.js';
import { audit } from './audit.js';
import { InvalidKeys } from './invalid-keys.js';
import { ALL_SCOPES, type Key } from './key.js';
import { readKeysFile } from './keys-file.js';
import { retiredId } from './edit-keys.js';
import { hashToken } from './token.js';
import { unauthenticated } from './credentials.js';
import { createKey } from './create-key.js';
import { type KeyEntry } from './key-entry.js';

const FIRST = { id: 'first', description: 'Made at the first start.' } as const;

/** Recognises the key of the first start, whose scopes were shown with its token: later starts do not warn of it. */
function isFirstKey({ key, description }: KeyEntry): boolean {
  return key.id === FIRST.id && description === FIRST.description;
}

/**
 * Makes a key with every scope when the operator has set up none: no QUERN_API_KEY and no keys file. An empty keys file is a decision and
 * stays empty.
 *
 * @returns the token, to be shown once; undefined when no key was made.
 */
async function createFirstKey(settings: Settings, now: Clock): Promise<string | undefined> {
  const { apiKey, keysFile } = settings;
  if (apiKey !== undefined || (await readKeysFile(keysFile)) !== undefined) return undefined;
  try {
    const { token } = await createKey({ keysFile, ...FIRST, scopes: ALL_SCOPES, now });
    return token;
  } catch (error) {
    const { message: reason } = error as Error;
    throw new Error(`No key is set up, and ${keysFile} cannot be written (${reason}); set QUERN_API_KEY.`, {
      cause: error,
    });
  }
}

interface KnownKey {
  readonly key: Key;
  readonly sha256: string;
  readonly signingSecret?: string | undefined;
}

export interface Signer {
  readonly key: Key;
  readonly secret: string;
}

/** Finds the caller of a request. Before `open()` no key is known, and every call is refused. */
@Injectable()
export class AccessService {
  /** `change`: the keys have been read, even if they are the same. */
  readonly events = new EventEmitter<{ change: [] }>();
  /** Reason why the keys are not those of the file as it is now; undefined where they are. */
  problem: string | undefined;
  /** Time at which the keys in force were read, in milliseconds since the epoch. */
  readAt = 0;
  /**
   * Keys by the SHA-256 of their token; no token is kept in memory. The time of a lookup reveals how much of two keys is alike, but these
   * are hashes: a token cannot be chosen so that its hash comes closer to a stored one.
   */
  private known: ReadonlyMap<string, KnownKey> = new Map();
  private signers: ReadonlyMap<string, Signer> = new Map();
  private hadFile = false;
  private reading: Promise<unknown> = Promise.resolve();

  constructor(
    @Inject(Settings) private readonly settings: Settings,
    @Optional() @Inject(Clock) private readonly now: Clock = Date.now,
  ) {}

  /**
   * Reads the keys, and makes the first one when none is set up. `firstToken` must be shown once and never logged.
   *
   * @throws InvalidKeys with every problem of the keys file.
   */
  async open(): Promise<{ firstToken: string | undefined; warnings: readonly string[] }> {
    const firstToken = await createFirstKey(this.settings, this.now);
    const warnings = await this.reload();
    // The key that has just been made is shown with its scopes, which makes a warning needless.
    return { firstToken, warnings: firstToken === undefined ? warnings : [] };
  }

  /** Reads the keys again. If the file is refused, this throws and the keys stay as they were. */
  async reload(): Promise<readonly string[]> {
    // One reading at a time: an older one that takes longer would bring back the keys that a newer one has revoked.
    const reading = this.reading.then(async () => this.read());
    this.reading = reading.then(
      () => {
        this.problem = undefined;
        this.readAt = this.now();
      },
      (error: unknown) => {
        this.problem = errorText(error);
      },
    );
    return reading;
  }

  private async read(): Promise<readonly string[]> {
    const { apiKey, keysFile } = this.settings;
    const file = await readKeysFile(keysFile);
    // A missing file is a mistake: all keys can be revoked without losing it.
    if (!file && this.hadFile) throw new InvalidKeys([`There is no keys file ${keysFile} any more.`]);
    this.hadFile = file !== undefined;
    const keys: KnownKey[] = [...(file?.entries ?? [])];
    // The key of the environment comes last, so that it wins over an entry for the same token: it has every scope.
    if (apiKey !== undefined) {
      keys.push({ key: { id: 'env', scopes: ALL_SCOPES, bind: new Map() }, sha256: hashToken(apiKey) });
    }
    this.known = new Map(keys.map((key) => [key.sha256, key]));
    this.signers = new Map(
      keys.flatMap(({ key, signingSecret: secret }) => (secret === undefined ? [] : [[key.id, { key, secret }]])),
    );
    this.events.emit('change');
    const warnings: string[] = [];
    if (keys.length === 0) warnings.push(`There is no key in ${keysFile}: every call will be refused.`);
    if (file?.exposed) warnings.push(`Others than its owner have rights on ${keysFile}; run \`chmod 600\` on it.`);
    const others = file?.entries.filter((entry) => !isFirstKey(entry)).map(({ key }) => key);
    return [...warnings, ...audit(this.settings, others ?? [])];
  }

  /** All keys, including expired ones. */
  get keys(): readonly Key[] {
    return Array.from(this.known.values(), ({ key }) => key);
  }

  /** @throws QuernError `unauthenticated` for a token that is missing, unknown or expired. */
  authenticate(token: string | undefined): Key {
    if (token === undefined || token === '') {
      throw unauthenticated('Send a key in the `X-API-KEY` header or as `Authorization: Bearer`.');
    }
    // No key of ours is longer; hashing it would be work that anybody could ask for.
    const key = token.length > MAX_TOKEN_LENGTH ? undefined : this.known.get(hashToken(token))?.key;
    if (key === undefined) throw unauthenticated('This key is not known.', 'invalid_token');
    return this.unexpired(key);
  }

  /** Signers whose secrets may sign a URL in the name of this key: its own, and for a while after a rotation the one before. */
  signersOf(id: string): readonly Signer[] {
    return [id, retiredId(id)].flatMap((each) => this.signers.get(each) ?? []);
  }

  /**
   * @throws QuernError `unauthenticated` for an expired key; call it only for holders of its token or of a URL that it has signed, since
   * others must not learn that it has expired
   */
  unexpired(key: Key): Key {
    if (key.expiresAt !== undefined && key.expiresAt.getTime() <= this.now()) {
      throw unauthenticated('This key has expired.', 'invalid_token');
    }
    return key;
  }
}
