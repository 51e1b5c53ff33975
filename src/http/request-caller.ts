import { createParamDecorator, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { AccessService } from '../access/access.service.js';
import { unauthenticated } from '../access/credentials.js';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { bothQuotas, type Quota, RateLimits } from '../limits/rate-limits.service.js';
import { clientAddress } from './request/client-address.js';
import { CALLER, contextOf, isSigned } from './request/request-context.js';
import { SignedRequests } from './signed-requests.service.js';

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

  /**
   * Sets the fields of the caller's remaining calls, where there is a limit (draft-ietf-httpapi-ratelimit-headers-11), and for a signed URL
   * the one by which a page that shows the answer does not reveal it to others.
   */
  setFields(request: RequestWithCaller, response: ServerResponse): void {
    if (isSigned(request)) response.setHeader('Referrer-Policy', 'no-referrer');
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
    const rate = key.rateLimit ?? this.settings.rateLimit;
    try {
      return { key, quota: rate && this.limits.admit(key, rate) };
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

/**
 * The token of a request, from `X-API-KEY` or `Authorization: Bearer`, never from the URL, which ends up in logs and histories. Other
 * Authorization schemes are not for us: a proxy in front may have its own.
 */
export function tokenFromHeaders(headers: IncomingHttpHeaders): string | undefined {
  const { 'x-api-key': apiKey, authorization } = headers;
  if (typeof apiKey === 'string' && authorization === undefined && !apiKey.includes(',')) return apiKey;
  const tokens = new Set([...apiKeys(apiKey), ...bearerTokens(authorization)]);
  if (tokens.size > 1) {
    throw unauthenticated(
      'The request carries different keys; send one, in the `X-API-KEY` header or as `Authorization: Bearer`.',
    );
  }
  const [token] = tokens;
  return token;
}

/** Node joins repeated header fields with a comma and a space; no token has a space in it. */
function apiKeys(field: string | readonly string[] | undefined): string[] {
  return [field ?? []]
    .flat()
    .flatMap((value) => value.split(', '))
    .filter((value) => value !== '');
}

/** `Bearer`, in any case (RFC 9110 section 11.1), and one token. Of repeated Authorization fields Node keeps the first. */
function bearerTokens(field = ''): string[] {
  const [, token] = /^Bearer +(\S+)$/i.exec(field) ?? [];
  return token === undefined ? [] : [token];
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
