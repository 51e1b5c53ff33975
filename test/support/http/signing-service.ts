import { hashToken } from '../../../src/access/token.js';
import { endpointFile } from '../endpoint-file.js';
import { startService, type TestService } from '../service.js';
import { rawRequest } from './raw-request.js';
import { ALL_ID, NOTES_ID, SIGNED_AT, signatureIn } from './signed-attacks.js';
import { OTHER_SECRET, SECRET } from './signed-path.js';

const ENDPOINTS = {
  'notes.yaml': endpointFile({
    id: NOTES_ID,
    name: 'notes',
    parameters: {
      project: { type: 'string', required: true },
      tag: { type: 'string' },
      tags: { type: 'array', items: 'string' },
    },
    caching: 900,
    query: `SELECT @project AS project, CONCAT(ARRAY_TO_STRING(@tags, ','), IFNULL(@tag, '')) AS tags`,
  }),
  'all.yaml': endpointFile({ id: ALL_ID, name: 'all', query: 'SELECT 1 AS one' }),
};

/** Every key of the file; the token of each is `<id>-token-0123456789`. */
const KEYS = [
  { id: 'sheet', scopes: ['*', 'admin', 'metrics', 'cache:refresh'], signing_secret: SECRET },
  { id: 'other', scopes: ['*'], signing_secret: OTHER_SECRET },
  { id: 'plain', scopes: ['*'] },
  { id: 'narrow', scopes: ['all'], signing_secret: SECRET },
  { id: 'tenant', scopes: ['*'], bind: { project: 'one' }, signing_secret: SECRET },
  { id: 'brief', scopes: ['*'], expires: '2026-11-20T10:30:00Z', signing_secret: SECRET },
  { id: 'rare', scopes: ['*'], rate_limit: '2/3600s', signing_secret: SECRET },
  { id: 'rotated', scopes: ['*'], signing_secret: OTHER_SECRET },
  { id: 'rotated.old', scopes: ['*'], expires: '2026-11-20T10:30:00Z', signing_secret: SECRET },
];

export type KeyOfFile = (typeof KEYS)[number];

export function keysFile(change: (key: KeyOfFile) => readonly object[] = (key) => [key]): string {
  const keys = KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) }));
  return JSON.stringify({ keys: keys.flatMap(change) });
}

export function tokenOf(id: string): string {
  return `${id}-token-0123456789`;
}

/** A service whose keys sign URLs. */
export interface SigningService extends TestService {
  readonly clock: { now: Date };
  /** A request as it stands here; its signature is in no answer. */
  send(target: string, headers?: Record<string, string>, method?: string): Promise<Response>;
  /** Sends a request by the hot path, and past it. */
  bothWays(target: string, headers?: Record<string, string>): Promise<readonly Response[]>;
}

export async function startSigningService(env: Readonly<Record<string, string>> = {}): Promise<SigningService> {
  const clock = { now: SIGNED_AT };
  const service = await startService({
    clock,
    endpoints: ENDPOINTS,
    keys: keysFile(),
    env: { QUERN_AUTH_FAILURE_LIMIT: '100000/s', ...env },
  });
  const send = async (target: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await rawRequest(service.base, target, { headers, method });
    const told = JSON.stringify([...answer.headers]) + (await answer.clone().text());
    const signature = signatureIn(target).replace(/[&=#?%].*/, '');
    expect(signature.length > 20 && told.includes(signature)).toBe(false);
    return answer;
  };
  return {
    ...service,
    clock,
    send,
    bothWays: async (target, headers = {}) => [
      await send(target, headers),
      await send(target, { ...headers, prefer: 'include=meta' }),
    ],
  };
}
