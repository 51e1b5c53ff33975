import { QuernError } from '../errors/quern-error.js';

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
