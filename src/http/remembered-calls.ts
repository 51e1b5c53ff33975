import { LRUCache } from 'lru-cache';
import { type IncomingMessage } from 'node:http';
import { type Key } from '../access/key.js';
import { type Coding } from '../cache/cached-result.js';
import { type Clock } from '../config/clock.js';
import { type FormKind } from '../contract/form-names.js';
import { type CacheDirectives, type PreparedCall } from '../execution/call.js';
import { isWithin } from '../parameters/time-of-call.js';
import { type AcceptedForm } from './request/accepted.js';
import { isStrict } from './request/directives.js';
import { type ResponseHead } from './response-head.js';

/** Header fields of a request that shape its answer, and the head last sent for them. */
export interface Wishes {
  readonly accept: string | undefined;
  readonly acceptEncoding: string | undefined;
  readonly cacheControl: string | undefined;
  /** Undefined where the client accepts none. */
  readonly form: AcceptedForm | FormKind | undefined;
  readonly coding: Coding | undefined;
  readonly directives: CacheDirectives;
  /** Most of it stays the same for a second. */
  head: ResponseHead | undefined;
}

/** A call that the same key has made before by the same URL. */
export interface RememberedCall {
  readonly call: PreparedCall;
  /** The form that the URL names; `Accept` decides at the plain URL. */
  readonly form: FormKind | undefined;
  /** Wishes of the URL's last request: most requests of a URL have the same header fields. */
  wishes: Wishes | undefined;
}

interface CallsOfKey {
  readonly key: Key;
  readonly urls: LRUCache<string, RememberedCall>;
}

/** Bytes of memory for all calls together, some 20,000 short URLs. */
const MAX_BYTES = 40_000_000;

/** Longer URLs are not remembered. */
const MAX_URL_LENGTH = 1024;

/**
 * The calls of the last URLs of each key, with the heads of their answers; the bodies are in the cache alone. A key may use all memory that
 * others do not need. When it is full, the key with the most forgets its least recently used call: no key loses a call to others while it
 * has less than an equal share.
 */
export class RememberedCalls {
  /** Calls by the key's id. Calls of a key from before its file was read anew are forgotten with its first call since. */
  private readonly keys = new Map<string, CallsOfKey>();
  private bytes = 0;

  constructor(
    private readonly clock: Clock,
    private readonly maxBytes = MAX_BYTES,
  ) {}

  /** The remembered call, if preparing it now would give the same. */
  get(key: Key, { url = '', headers }: Pick<IncomingMessage, 'url' | 'headers'>): RememberedCall | undefined {
    const own = this.keys.get(key.id);
    const remembered = own?.key === key ? own.urls.get(url) : undefined;
    if (!remembered) return undefined;
    const { validDuring, ignored } = remembered.call;
    if (validDuring && !isWithin(this.clock(), validDuring)) return undefined;
    return ignored.length > 0 && isStrict(headers.prefer) ? undefined : remembered;
  }

  set(key: Key, url: string, remembered: RememberedCall): void {
    if (url.length > MAX_URL_LENGTH) return;
    const { urls } = this.callsOf(key);
    this.bytes -= urls.calculatedSize;
    urls.set(url, remembered);
    this.bytes += urls.calculatedSize;
    while (this.bytes > this.maxBytes) this.forgetOne();
  }

  /** Forgets all calls. */
  clear(): void {
    this.keys.clear();
    this.bytes = 0;
  }

  /** Compares keys as objects, since a key may have other bound values since its file was read anew. */
  private callsOf(key: Key): CallsOfKey {
    const before = this.keys.get(key.id);
    if (before?.key === key) return before;
    this.bytes -= before?.urls.calculatedSize ?? 0;
    const urls = new LRUCache<string, RememberedCall>({
      maxSize: this.maxBytes,
      sizeCalculation: (remembered, url) => sizeOf(url, remembered),
    });
    const own = { key, urls };
    this.keys.set(key.id, own);
    return own;
  }

  private forgetOne(): void {
    let most: CallsOfKey | undefined;
    for (const own of this.keys.values()) {
      if (!most || own.urls.calculatedSize > most.urls.calculatedSize) most = own;
    }
    if (!most) return;
    const { key, urls } = most;
    this.bytes -= urls.calculatedSize;
    urls.pop();
    this.bytes += urls.calculatedSize;
    if (urls.size === 0) this.keys.delete(key.id);
  }
}

/** Measured size of a call, its wishes with their head, and their places, without their texts. */
const CALL_BYTES = 1650;

/** Most bytes of the header fields that are remembered with a call. */
export const WISHES_BYTES = 300;

/** Size of one value of a parameter, or of the name of an ignored one. */
const VALUE_BYTES = 40;

/** Size of the list of ignored parameters, in the head. */
const IGNORED_BYTES = 2048;

/** Size of the cursor of the next page, twice in the head, at its longest. */
const NEXT_BYTES = 2 * 4096;

/** Estimated bytes of memory, rather too many than too few. */
function sizeOf(url: string, { call: { query, ignored, nextLink, sandboxSqlAsWritten = '' } }: RememberedCall): number {
  const values = url.split('&').length;
  const texts = url.length + query.cacheKey.length + sandboxSqlAsWritten.length + (query.sandboxSql?.length ?? 0);
  const link = nextLink === undefined ? 0 : 2 * nextLink.length + NEXT_BYTES;
  return CALL_BYTES + WISHES_BYTES + texts + link + values * VALUE_BYTES + (ignored.length > 0 ? IGNORED_BYTES : 0);
}
