import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { MAX_PART_BYTES } from '../../src/contract/listing/part.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { holdThreadPool } from '../support/hold-thread-pool.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';

const MEGABYTE = "REPEAT('a', 1048576)";

/** Asks, and reads no more than the head of the answer. */
async function headOf({ base }: TestService, path: string): Promise<IncomingMessage> {
  const call = request(`${base}${path}`, { headers: { 'x-api-key': TOKEN } }).end();
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  return response;
}

describe('answers that are not read', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: {
        'large.yaml': endpointFile({
          name: 'large',
          query: `SELECT ${MEGABYTE} AS s FROM UNNEST(GENERATE_ARRAY(1, 10))`,
        }),
        'kept.yaml': endpointFile({
          name: 'kept',
          caching: 600,
          query: `SELECT ${MEGABYTE} AS s FROM UNNEST(GENERATE_ARRAY(1, 10))`,
        }),
        'half.yaml': endpointFile({ name: 'half', query: `SELECT ${MEGABYTE} AS s FROM UNNEST(GENERATE_ARRAY(1, 7))` }),
        'endless.yaml': endpointFile({ name: 'endless', timeout: 60, query: ENDLESS_QUERY }),
        'small.yaml': endpointFile({ name: 'small', query: 'SELECT 1 AS one' }),
      },
      // One key may leave half as much unread.
      env: { QUERN_CACHE_MAX_BYTES: '32MiB' },
    });
  });
  afterAll(async () => service.close());

  const LARGE = '/api/endpoints/query/large';
  /** Without a coding, which would make it small. */
  const ask = async () => service.get(LARGE, { 'x-api-key': TOKEN, 'accept-encoding': 'identity' });

  const askAndStop = async (path = LARGE) => headOf(service, path);

  it('have a limit together, and those who come then are told to come again', async () => {
    const stuck = await askAndStop();
    expect(stuck.statusCode).toBe(200);
    const refused = await ask();
    expect(refused.headers.get('retry-after')).toBe('1');
    await assertProblem(refused, 'engine_busy');
    expect((await service.get('/api/endpoints/query/small')).status).toBe(200);
    stuck.destroy();
    await eventually(async () => {
      const response = await ask();
      return response.status === 200 && (await response.arrayBuffer()).byteLength > 10_000_000;
    });
  });

  it('are counted while they are coded, where their bytes are of one call alone', async () => {
    const kept = '/api/endpoints/query/kept';
    expect((await (await service.get(kept)).arrayBuffer()).byteLength).toBeGreaterThan(10_000_000);
    const withMeta = { 'x-api-key': TOKEN, prefer: 'include=meta', 'accept-encoding': 'br' };
    const threads = await holdThreadPool();
    const first = service.get(kept, withMeta);
    await eventually(() => service.app.get(UnsentBytes).bytes > 0);
    await assertProblem(await service.get(kept, withMeta), 'engine_busy');
    await threads.release();
    expect((await first).status).toBe(200);
    expect((await service.get(kept, withMeta)).status).toBe(200);
    await eventually(() => service.app.get(UnsentBytes).bytes === 0);
  });

  it('are forgotten with their connection, also those that wait behind others of a pipeline', async () => {
    const half = '/api/endpoints/query/half';
    const { port } = new URL(service.base);
    const answered = jest.spyOn(UnsentBytes.prototype, 'add');
    const socket = connect(Number(port), '127.0.0.1').pause();
    const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nX-API-KEY: ${TOKEN}\r\n\r\n`;
    // The second is finished, and cannot be sent before the first.
    socket.write(asked('/api/endpoints/query/endless') + asked(half));
    await eventually(() => answered.mock.calls.length === 1);
    socket.destroy();
    const stuck: IncomingMessage[] = [];
    await eventually(async () => {
      for (const each of stuck.splice(0)) each.destroy();
      stuck.push(await askAndStop(half), await askAndStop(half));
      return stuck.every(({ statusCode }) => statusCode === 200);
    });
    for (const each of stuck) each.destroy();
  });
});

describe('what is told of many endpoints', () => {
  it.each(['/api/endpoints', '/api/openapi.json'])('counts as unread where it is: %s', async (path) => {
    const members = Array.from({ length: 500 }, (_, index) => `${index}${'x'.repeat(1500)}`);
    const file = (index: number) =>
      endpointFile({
        name: `long.n${index}`,
        parameters: { word: { type: 'string', enum: members } },
        query: 'SELECT @word AS word',
      });
    const service = await startService({
      endpoints: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`long-${index}.yaml`, file(index)])),
      env: { QUERN_CACHE_MAX_BYTES: '16MiB' },
    });
    const unsent = service.app.get(UnsentBytes);
    const other = '/api/endpoints';
    try {
      const stuck = await headOf(service, path);
      expect(stuck.statusCode).toBe(200);
      // The first part of it, of which a key has no room for two.
      expect(unsent.bytes).toBeGreaterThan(MAX_PART_BYTES);
      await assertProblem(await service.get(other), 'engine_busy');
      expect((await fetch(`${service.base}${other}`, { method: 'HEAD', headers: { 'x-api-key': TOKEN } })).status).toBe(
        200,
      );
      expect((await service.get('/api/endpoints/query/long.n1')).status).toBe(200);
      stuck.destroy();
      await eventually(() => unsent.bytes === 0);
      expect(await (await service.get('/api/endpoints')).json()).toMatchObject({ problems: [] });
    } finally {
      await service.close();
    }
  });
});
