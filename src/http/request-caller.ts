import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { AccessService } from '../access/access.service.js';
import { tokenFromHeaders, unauthenticated } from '../access/credentials.js';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { bothQuotas, type Quota, RateLimits } from '../limits/rate-limits.service.js';
import { clientAddress } from './request/client-address.js';
import { CALLER, contextOf } from './request/request-context.js';
import { isSigned, SignedRequests } from './signed-requests.service.js';

interface CallerAndQuota {
  readonly key: Key;
  /** Calls that the key has left; undefined for a key without a limit. */
  readonly quota: Quota | undefined;
}

interface RequestWithCaller extends IncomingMessage {
  [CALLER]?: Settled<CallerAndQuota> | undefined;
}

/** The key of the caller, for a controller. A route without authentication is a mistake of ours, and stays closed. */
export const Caller = createParamDecorator((_: unknown, context: ExecutionContext): Key => {
  const caller = context.switchToHttp().getRequest<RequestWithCaller>()[CALLER];
  if (caller && 'value' in caller) return caller.value.key;
  throw unauthenticated('Send a key in the `X-API-KEY` header or as `Authorization: Bearer`.');
});

/** Finds the caller of a request, and counts the call against its limit: once for each request, however often it is asked. */
@Injectable()
export class RequestCaller {
  constructor(
    private readonly access: AccessService,
    private readonly signed: SignedRequests,
    private readonly limits: RateLimits,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** @throws QuernError `unauthenticated`, `signed_url_expired`, `rate_limited` */
  keyOf(request: RequestWithCaller): Key {
    const { key } = unwrap((request[CALLER] ??= settle(() => this.admit(request))));
    contextOf(request).known.keyId = key.id;
    return key;
  }

  /**
   * Does the same for a request at its very beginning; undefined where `keyOf` throws.
   *
   * A key without a limit is not kept on the request: nothing has been counted, and authenticating again is a hash and a lookup, which hits
   * never need. The key of a signed URL is kept, since the signature is not in the URL any more.
   */
  tryKeyOf(request: RequestWithCaller): Key | undefined {
    try {
      const caller = this.admit(request);
      if (caller.quota || isSigned(request)) request[CALLER] = { value: caller };
      return caller.key;
    } catch (error) {
      request[CALLER] = { error };
      return undefined;
    }
  }

  /** Sends the caller's remaining calls, where there is a limit (draft-ietf-httpapi-ratelimit-headers-11). */
  sendQuota(request: RequestWithCaller, response: ServerResponse): void {
    const quota = quotaOf(request);
    if (!quota) return;
    response.setHeader('RateLimit-Policy', quota.policy);
    response.setHeader('RateLimit', quota.state);
  }

  /**
   * Counts a call with SQL of its own.
   *
   * @throws QuernError `rate_limited`
   */
  countSandboxSql(request: RequestWithCaller, key: Key): void {
    const quota = bothQuotas(quotaOf(request), this.limits.admitSandboxSql(key));
    request[CALLER] = { value: { key, quota } };
  }

  private admit(request: RequestWithCaller): CallerAndQuota {
    const key = this.authenticate(request);
    try {
      return { key, quota: this.limits.admit(key) };
    } catch (error) {
      contextOf(request).known.keyId = key.id;
      throw error;
    }
  }

  private authenticate(request: RequestWithCaller): Key {
    try {
      const token = tokenFromHeaders(request.headers);
      const signer = token === undefined || token === '' ? this.signed.keyOf(request) : undefined;
      return signer ?? this.access.authenticate(token);
    } catch (error) {
      this.limits.countFailure(clientAddress(request, this.settings.trustedProxies));
      throw error;
    }
  }
}

function quotaOf({ [CALLER]: caller }: RequestWithCaller): Quota | undefined {
  return caller && 'value' in caller ? caller.value.quota : undefined;
}

/** The outcome of a piece of work: a value, or the error that answers the request. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

export function settle<T>(work: () => T): Settled<T> {
  try {
    return { value: work() };
  } catch (error) {
    return { error };
  }
}

export function unwrap<T>(settled: Settled<T>): T {
  if ('error' in settled) throw settled.error;
  return settled.value;
}
