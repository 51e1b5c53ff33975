import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { hashToken } from '../../src/access/token.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { bytesHeld } from '../support/bytes-held.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { rawRequest } from '../support/http/raw-request.js';
import { startService, type TestService } from '../support/service.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';

const MEBIBYTE = 2 ** 20;
const QUERY = '/api/endpoints/query';
const KEYS = ['honest', 'mute', 'silent'].map((id) => ({ id, scopes: ['*'], sha256: hashToken(tokenOf(id)) }));

function tokenOf(id: string): string {
  return `a-token-of-${id}`;
}

const text = { text: { type: 'string', required: true } };

describe('answers from the cache that are not read', () => {
  let service: TestService;
  let sockets: (Socket | IncomingMessage)[];

  beforeAll(async () => {
    service = await startService({
      endpoints: {
        'large.yaml': endpointFile({
          name: 'large',
          parameters: text,
          caching: 600,
          query: "SELECT CONCAT(@text, REPEAT('a', 1048576)) AS s FROM UNNEST(GENERATE_ARRAY(1, 10))",
        }),
        'small.yaml': endpointFile({
          name: 'small',
          parameters: text,
          caching: 600,
          query: "SELECT CONCAT(@text, REPEAT('a', 60000)) AS s",
        }),
      },
      keys: JSON.stringify({ keys: KEYS }),
      // Three large ones.
      env: { QUERN_CACHE_MAX_BYTES: '32MiB' },
    });
  });
  afterAll(async () => service.close());
  beforeEach(() => {
    sockets = [];
  });
  afterEach(async () => {
    for (const socket of sockets) socket.destroy();
    const unread = service.app.get(UnsentBytes);
    await eventually(() => unread.bytes === 0);
  });

  const headersOf = (id: string) => ({ 'x-api-key': tokenOf(id) });
  const ask = async (id: string, path: string, options: { method?: string; headers?: Record<string, string> } = {}) =>
    rawRequest(service.base, `${QUERY}/${path}`, { ...options, headers: { ...headersOf(id), ...options.headers } });
  const askAndStop = async (id: string, path: string, headers: Record<string, string> = {}) => {
    const options = { headers: { ...headersOf(id), ...headers }, agent: false };
    const call = request(`${service.base}${QUERY}/${path}`, options).end();
    const [response] = (await once(call, 'response')) as [IncomingMessage];
    sockets.push(response);
    return response.statusCode;
  };
  /** In the cache from now on, and read to the end. */
  const fill = async (path: string) => {
    const answer = await ask('honest', path);
    expect([answer.status, (await answer.arrayBuffer()).byteLength > 50_000]).toEqual([200, true]);
  };
  const silence = async (id: string, from: number, to: number) => {
    const statuses: (number | undefined)[] = [];
    for (let number = from; number < to; number += 1) {
      await fill(`large?text=${number}`);
      statuses.push(await askAndStop(id, `large?text=${number}`));
    }
    return statuses;
  };

  it('have a limit for each key and for all, however many others have made them leave the cache', async () => {
    await fill('large?text=first');
    const before = await bytesHeld();
    const [accepted, ...refused] = await silence('mute', 0, 8);
    expect(accepted).toBe(200);
    expect(new Set(refused)).toEqual(new Set([503]));
    expect(await silence('silent', 8, 10)).toEqual([200, 503]);
    // The cache may have taken as much more as it may hold, and two are unread.
    expect((await bytesHeld()) - before).toBeLessThan((32 + 2 * 10 + 10) * MEBIBYTE);
  });

  it('leave the others their room, and keep nobody from a small answer, or from one without a body', async () => {
    await silence('mute', 20, 22);
    const tag = (await ask('honest', 'large?text=21', { method: 'HEAD' })).headers.get('etag') ?? '';
    await fill('large?text=30');
    await fill('small?text=1');
    await assertProblem(await ask('mute', 'large?text=30'), 'engine_busy');
    expect((await ask('mute', 'large?text=30', { method: 'HEAD' })).status).toBe(200);
    expect((await ask('mute', 'large?text=21', { headers: { 'if-none-match': tag } })).status).toBe(304);
    expect((await ask('mute', 'small?text=1')).status).toBe(200);
  });

  it('take nothing more where many are given the same one', async () => {
    await fill('large?text=same');
    for (let times = 0; times < 8; times += 1) expect(await askAndStop('mute', 'large?text=same')).toBe(200);
  });

  it('take nothing more either where each has `meta` of its own behind the same rows', async () => {
    await fill('large?text=meta');
    const before = await bytesHeld();
    for (let times = 0; times < 8; times += 1)
      expect(await askAndStop('mute', 'large?text=meta', { prefer: 'include=meta' })).toBe(200);
    expect((await bytesHeld()) - before).toBeLessThan(5 * MEBIBYTE);
  });

  it('are counted where they are small and many over one connection', async () => {
    const { hostname, port } = new URL(service.base);
    const count = 150;
    for (let number = 0; number < count; number += 1) await fill(`small?text=${number}`);
    const socket = connect(Number(port), hostname).pause();
    sockets.push(socket);
    const asked = Array.from({ length: count }, (_, number) =>
      [`GET ${QUERY}/small?text=${number} HTTP/1.1`, 'Host: x', `X-API-KEY: ${tokenOf('mute')}`, '', ''].join('\r\n'),
    );
    socket.write(asked.join(''));
    await eventually(() => service.app.get(UnsentBytes).bytes > MEBIBYTE);
  });
});
