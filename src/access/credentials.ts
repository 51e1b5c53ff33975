import type { IncomingHttpHeaders } from 'node:http';
import { QuernError } from '../errors/quern-error.js';

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

/**
 * A 401 must carry a challenge for each way in (RFC 9110 section 11.6.1). `X-API-KEY` has no registered scheme; ours
 * describes it in OpenAPI's words. None of them makes a browser ask for a password.
 */
const API_KEY_CHALLENGE = 'ApiKey realm="quern", in="header", name="X-API-KEY"';

/** `invalid_token` is for a token that was sent; without one, RFC 6750 section 3.1 wants no error code. */
export function unauthenticated(
  detail: string,
  error?: 'invalid_token',
  code: 'unauthenticated' | 'signed_url_expired' = 'unauthenticated',
): QuernError {
  const bearerChallenge = error === undefined ? 'Bearer realm="quern"' : `Bearer realm="quern", error="${error}"`;
  return new QuernError(code, detail, {
    headers: { 'WWW-Authenticate': `${bearerChallenge}, ${API_KEY_CHALLENGE}` },
  });
}
