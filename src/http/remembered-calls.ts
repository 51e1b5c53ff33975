import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { type Head } from './response-head.js';

/** A call that the same key has made before by the same URL. */
export interface KnownCall {
  readonly call: PreparedCall;
  /** How it was last answered from memory: most of that stays the same for a second. */
  head: Head | undefined;
}

interface CallsOfKey {
  readonly urls: Map<string, KnownCall>;
  bytes: number;
}

/** Bytes of memory that all of them may take, some 20,000 short URLs. */
const MAX_BYTES = 40_000_000;

/** A longer URL is not remembered. */
const MAX_URL_LENGTH = 1024;

/** The calls of the last URLs, and nothing of what they were answered with but the head: bodies are the cache's to keep. */
export class KnownCalls {
  /** By the key itself: of two keys with one id, as before and after the keys are read anew, each has bound values of its own. */
  private readonly keys = new Map<Key, CallsOfKey>();
  private bytes = 0;

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get(key: Key, url: string): KnownCall | undefined {
    return this.keys.get(key)?.urls.get(url);
  }

  set(key: Key, url: string, known: KnownCall): void {
    if (url.length > MAX_URL_LENGTH) return;
    const own = this.keys.get(key) ?? { urls: new Map<string, KnownCall>(), bytes: 0 };
    const before = own.urls.get(url);
    const more = sizeOf(url, known) - (before ? sizeOf(url, before) : 0);
    this.keys.set(key, own);
    own.urls.set(url, known);
    own.bytes += more;
    this.bytes += more;
    while (this.bytes > this.maxBytes) this.forgetMost();
  }

  /**
   * The key with the most forgets all of its own, so that none makes others forget theirs by asking for ever new URLs. That costs less
   * than to know with each call which is the oldest.
   */
  private forgetMost(): void {
    const [key, { bytes }] = [...this.keys].reduce((most, each) => (each[1].bytes > most[1].bytes ? each : most));
    this.keys.delete(key);
    this.bytes -= bytes;
  }
}

/** A call, its head and their places, without their texts; as they were measured. */
const CALL_BYTES = 1500;

/** One value of a parameter, or the name of one that is ignored. */
const VALUE_BYTES = 40;

/** The list of what is ignored, in the head. */
const IGNORED_BYTES = 2048;

/** Bytes of memory, rather too many than too few. */
function sizeOf(url: string, { call: { query, ignored, callerSql = '' } }: KnownCall): number {
  const values = url.split('&').length;
  const texts = url.length + query.cacheKey.length + callerSql.length + (query.callerSql?.length ?? 0);
  return CALL_BYTES + texts + values * VALUE_BYTES + (ignored.length > 0 ? IGNORED_BYTES : 0);
}
