import { type IncomingMessage } from 'node:http';
import { hashToken } from '../../../src/access/token.js';
import { QuernHttpAdapter } from '../../../src/http/quern-http-adapter.js';
import { CachedAnswerHandler } from '../../../src/http/cached-answer.handler.js';
import { PARITY_ENDPOINTS, PARITY_KEYS, tokenOf } from './parity-corpus.js';
import { rawRequest } from './raw-request.js';
import { startService, type TestService } from '../service.js';
import { TestClock } from '../test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const NOTES = [
  { project: 'one', note: 'a secret of one' },
  { project: 'two', note: 'a secret of two' },
];

/** A service whose hot path can be turned off, and that tells which way its requests were answered. */
export interface HotService extends TestService {
  turn(isOn: boolean): void;
  /** The ways in which requests were answered since this was last asked. */
  waysSince(): ('hot' | 'ordinary')[];
  /** Moves the clock to so many seconds after the start. */
  later(seconds: number): void;
  /** A saved query, asked with a key of the corpus. */
  query(path: string, key: string, headers?: Readonly<Record<string, string>>, method?: string): Promise<Response>;
}

export async function startHotService(): Promise<HotService> {
  const clock = new TestClock(NOW);
  const service = await startService({
    clock,
    endpoints: PARITY_ENDPOINTS,
    tables: { notes: NOTES },
    keys: JSON.stringify({ keys: PARITY_KEYS.map((key) => ({ ...key, sha256: hashToken(tokenOf(key.id)) })) }),
  });
  let seen: IncomingMessage[] = [];
  return {
    ...service,
    turn(isOn) {
      const adapter = service.app.getHttpAdapter();
      if (!(adapter instanceof QuernHttpAdapter)) throw new Error('the service has another adapter');
      const hotPath = service.app.get(CachedAnswerHandler);
      adapter.onRequest({
        answer(request, response, startedAt) {
          // The request that `exchange` puts behind those of a test is none of them.
          if (request.url !== '/livez') seen.push(request);
          return isOn && hotPath.answer(request, response, startedAt);
        },
      });
    },
    waysSince() {
      const ways = seen.map(wayOf);
      seen = [];
      return ways;
    },
    later(seconds) {
      clock.later(seconds);
    },
    query: async (path, key, headers = {}, method = 'GET') =>
      rawRequest(service.base, `/api/endpoints/query/${path}`, {
        method,
        headers: { 'x-api-key': tokenOf(key), ...headers },
      }),
  };
}

/** Express leaves this mark on every request that it has in its hands. */
function wayOf({ originalUrl }: IncomingMessage & { readonly originalUrl?: string | undefined }): 'hot' | 'ordinary' {
  return originalUrl === undefined ? 'hot' : 'ordinary';
}
