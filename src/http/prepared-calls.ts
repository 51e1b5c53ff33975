import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { type Key } from '../access/key.js';
import { isOfSignature } from '../access/signed-urls/signed-url.js';
import { unauthenticated } from '../access/credentials.js';
import { Clock } from '../config/clock.js';
import { type QuernError } from '../errors/quern-error.js';
import { Executor } from '../execution/executor.service.js';
import { type PreparedCall } from '../execution/call.js';
import { hasSandboxSql } from '../execution/sandbox-sql.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { Registry } from '../registry/registry.service.js';
import { type CalledRows, CSV_SAFE, takeCsvSafe } from './request/called-rows.js';
import { isStrict } from './request/directives.js';
import { CALL } from './request/request-context.js';
import { parseQueryString } from '../parameters/query-string.js';
import { isWithin } from '../parameters/time-of-call.js';
import { RequestCaller, settle, type Settled, unwrap } from './request-caller.js';
import { LRUCache } from 'lru-cache';
import { type FormKind } from '../contract/form-names.js';
import { type ResponseHead } from './replies.service.js';

type Parameters = ReadonlyMap<string, readonly string[]>;

export type CallOfForm = Pick<RememberedCall, 'call' | 'form'>;

interface RequestWithCall extends IncomingMessage {
  [CALL]?: Settled<RememberedCall> | undefined;
}

/** Prepares the call of a request: once for each request, and not again for a URL that is remembered. */
@Injectable()
export class PreparedCalls {
  private readonly remembered = new RememberedCalls();

  constructor(
    private readonly caller: RequestCaller,
    private readonly executor: Executor,
    registry: Registry,
    private readonly visible: VisibleEndpoints,
    @Inject(Clock) private readonly clock: Clock,
  ) {
    registry.onChange(({ retired }) => {
      if (retired.length > 0) this.remembered.clear();
    });
  }

  /** @throws QuernError if the call is wrong, or the path names no endpoint */
  callOf(request: RequestWithCall, rows: CalledRows): CallOfForm {
    request[CALL] ??= settle(() => this.recallOrPrepare(request, this.caller.keyOf(request), rows));
    return unwrap(request[CALL]);
  }

  /**
   * Does the same for a request at its very beginning, and returns the head of its last answer too. Undefined where `callOf` throws, and
   * where the path names no endpoint; `callOf` does not repeat the work.
   *
   * @param rowsIn reads the URL; it is called only where the URL is not remembered
   */
  tryPrepare(
    request: RequestWithCall,
    url: string,
    rowsIn: (url: string) => CalledRows | undefined,
  ): RememberedCall | undefined {
    const key = this.caller.tryKeyOf(request);
    if (key === undefined) return undefined;
    const remembered = this.recall(key, request);
    if (remembered && !remembered.call.sandboxSqlAsWritten) return remembered;
    const rows = rowsIn(url);
    if (!rows) return undefined;
    const call = (request[CALL] = settle(() => this.recallOrPrepare(request, key, rows)));
    return 'value' in call ? call.value : undefined;
  }

  /** Prepares the call of a request whose parameters come in its body. It is not remembered. @throws QuernError as `callOf` does */
  postedCallOf(request: RequestWithCall, rows: CalledRows, parameters: Parameters): CallOfForm {
    const { call, form } = this.prepare(request, this.caller.keyOf(request), rows, parameters);
    // A link is followed by GET, and this call may be too long for a URL.
    return { call: { ...call, nextLink: undefined }, form };
  }

  /** Makes `callOf` throw this error for the request. */
  refuse(request: RequestWithCall, error: QuernError): void {
    request[CALL] = { error };
  }

  private recallOrPrepare(request: RequestWithCall, key: Key, rows: CalledRows): RememberedCall {
    const remembered = this.recall(key, request);
    if (!remembered) return this.prepareAndRemember(request, key, rows);
    if (remembered.call.sandboxSqlAsWritten) this.caller.countSandboxSql(request, key);
    return remembered;
  }

  /** The remembered call, if preparing it now would give the same. */
  private recall(key: Key, { url = '', headers }: RequestWithCall): RememberedCall | undefined {
    const remembered = this.remembered.get(key, url);
    if (!remembered) return undefined;
    const { validDuring } = remembered.call;
    if (validDuring && !isWithin(this.clock().getTime(), validDuring)) return undefined;
    return remembered.call.ignored.length > 0 && isStrict(headers.prefer) ? undefined : remembered;
  }

  private prepareAndRemember(request: RequestWithCall, key: Key, rows: CalledRows): RememberedCall {
    const { url = '' } = request;
    const parameters = parseQueryString(url);
    // The signature of a signed URL has been taken out by now: one that is left came beside a key.
    if ([...parameters.keys()].some(isOfSignature)) throw twoCredentials();
    const remembered = { ...this.prepare(request, key, rows, parameters), head: undefined };
    this.remembered.set(key, url, remembered);
    return remembered;
  }

  private prepare(request: RequestWithCall, key: Key, rows: CalledRows, parameters: Parameters): CallOfForm {
    const { endpoint } = rows;
    const strict = isStrict(request.headers.prefer);
    if (hasSandboxSql(parameters)) this.caller.countSandboxSql(request, key);
    const { form, others } = takeCsvSafe(
      rows.form,
      parameters,
      () => this.visible.find(key, endpoint).endpoint.parameters,
    );
    const call = this.executor.prepare({ key, endpoint, parameters: others, strict });
    // The next page must be as safe as this one.
    const nextLink = form === 'csv_safe' ? call.nextLink?.replace('?', `?${CSV_SAFE}=true&`) : call.nextLink;
    return { call: { ...call, nextLink }, form };
  }
}

function twoCredentials(): QuernError {
  return unauthenticated('The request has a key in its header and a signed URL; send one of them.');
}

/** A call that the same key has made before by the same URL. */
export interface RememberedCall {
  readonly call: PreparedCall;
  /** The form that the URL names; `Accept` decides at the plain URL. */
  readonly form: FormKind | undefined;
  /** The head of its last answer from memory, most of which stays the same for a second. */
  head: ResponseHead | undefined;
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

  constructor(private readonly maxBytes = MAX_BYTES) {}

  get(key: Key, url: string): RememberedCall | undefined {
    const own = this.keys.get(key.id);
    return own?.key === key ? own.urls.get(url) : undefined;
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

/** Measured size of a call, its head and their places, without their texts. */
const CALL_BYTES = 1550;

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
  return CALL_BYTES + texts + link + values * VALUE_BYTES + (ignored.length > 0 ? IGNORED_BYTES : 0);
}
