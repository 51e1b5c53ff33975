import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { AccessService } from '../access/access.service.js';
import { tokenFromHeaders } from '../access/credentials.js';
import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { type QuernError } from '../errors/quern-error.js';
import { bringsSql } from '../execution/sandbox-sql.js';
import { Executor } from '../execution/executor.service.js';
import { Settings } from '../config/settings.js';
import { bothQuotas, type Quota, RateLimits } from '../limits/rate-limits.service.js';
import { clientAddress } from './request/client-address.js';
import { find, type Finding, found } from './settled.js';
import { type KnownCall, KnownCalls } from './remembered-calls.js';
import { isStrict } from './request/prefer.js';
import { parseQueryString } from './request/query-string.js';

const CALLER = Symbol('caller');
const CALL = Symbol('call');

/** Who calls, and what is left of how often they may; undefined for those that may as often as they like. */
export interface Visitor {
  readonly key: Key;
  readonly quota: Quota | undefined;
}

interface Received extends IncomingMessage {
  [CALLER]?: Finding<Visitor> | undefined;
  [CALL]?: Finding<KnownCall> | undefined;
}

/** Who calls and what for: found out once for each request, whichever way it is answered in the end. */
@Injectable()
export class Reception {
  private readonly calls = new KnownCalls();

  constructor(
    private readonly access: AccessService,
    private readonly executor: Executor,
    private readonly limits: RateLimits,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** @throws QuernError `unauthenticated`, `rate_limited` */
  visitorOf(request: Received): Visitor {
    return found((request[CALLER] ??= find(() => this.admit(request))));
  }

  /** @throws QuernError what is wrong with the call of the endpoint that the path names */
  callOf(request: Received, endpoint: string): PreparedCall {
    request[CALL] ??= find(() => this.recalled(this.callerOf(request), request) ?? this.prepare(request, endpoint));
    return found(request[CALL]).call;
  }

  /**
   * The same for a caller in a hurry, who wants no error and finds the endpoint in the path only where it must: undefined
   * when something is wrong, or the path names none. What has been found out by then is not worked out again.
   */
  quickly(request: Received, url: string, endpointIn: (url: string) => string | undefined): KnownCall | undefined {
    const key = this.keyOf(request);
    if (key === undefined) return undefined;
    const known = this.known(key, request);
    if (known && !known.call.callerSql) return known;
    const endpoint = endpointIn(url);
    if (endpoint === undefined) return undefined;
    const call = (request[CALL] = find(() => this.recalled(key, request) ?? this.prepare(request, endpoint)));
    return 'value' in call ? call.value : undefined;
  }

  /** A call whose parameters came in a body, which no URL tells apart from another. @throws QuernError as `callOf` does */
  postedCallOf(request: Received, endpoint: string, parameters: ReadonlyMap<string, readonly string[]>): PreparedCall {
    const strict = isStrict(request.headers.prefer);
    const key = this.callerOf(request);
    if (bringsSql(parameters)) this.countSql(key, request);
    return this.executor.prepare({ key, endpoint, parameters, strict });
  }

  /** From now on the call of this request is what has gone wrong with it. */
  refuse(request: Received, error: QuernError): void {
    request[CALL] = { error };
  }

  /** What is left of how often the caller may call, where that has been found out and has an end. */
  quotaOf({ [CALLER]: visitor }: Received): Quota | undefined {
    return visitor && 'value' in visitor ? visitor.value.quota : undefined;
  }

  /** Of a good token without a limit nothing has to be kept: to verify it again is a hash and a lookup. */
  private keyOf(request: Received): Key | undefined {
    try {
      const visitor = this.admit(request);
      if (visitor.quota) request[CALLER] = { value: visitor };
      return visitor.key;
    } catch (error) {
      request[CALLER] = { error };
      return undefined;
    }
  }

  private callerOf(request: Received): Key {
    return this.visitorOf(request).key;
  }

  private admit(request: Received): Visitor {
    const key = this.authenticate(request);
    return { key, quota: this.limits.admit(key) };
  }

  private authenticate(request: Received): Key {
    try {
      return this.access.authenticate(tokenFromHeaders(request.headers));
    } catch (error) {
      this.limits.failed(clientAddress(request, this.settings.trustedProxies));
      throw error;
    }
  }

  /** A call that is known and may be made once more. */
  private recalled(key: Key, request: Received): KnownCall | undefined {
    const known = this.known(key, request);
    if (known?.call.callerSql) this.countSql(key, request);
    return known;
  }

  private countSql(key: Key, request: Received): void {
    const quota = bothQuotas(this.quotaOf(request), this.limits.admitSql(key));
    request[CALLER] = { value: { key, quota } };
  }

  private known(key: Key, { url = '', headers }: Received): KnownCall | undefined {
    const known = this.calls.get(key, url);
    if (!known || !this.executor.isCurrent(known.call)) return undefined;
    return known.call.ignored.length > 0 && isStrict(headers.prefer) ? undefined : known;
  }

  private prepare(request: Received, endpoint: string): KnownCall {
    const { url = '', headers } = request;
    const key = this.callerOf(request);
    const strict = isStrict(headers.prefer);
    const parameters = parseQueryString(url);
    if (bringsSql(parameters)) this.countSql(key, request);
    const call = this.executor.prepare({ key, endpoint, parameters, strict });
    const known = { call, head: undefined };
    this.calls.set(key, url, known);
    return known;
  }
}
