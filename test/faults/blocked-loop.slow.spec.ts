import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Warming } from '../../src/warming/warming.service.js';
import { type Engine as AnyEngine, Engine } from '../../src/engines/engine.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const parameters = { n: { type: 'integer', required: true } };
const ENDPOINTS = {
  'cold.yaml': endpointFile({ name: 'cold', query: 'SELECT 1 AS one' }),
  'kept.yaml': endpointFile({ name: 'kept', caching: 60, query: 'SELECT 1 AS one' }),
  'warm.yaml': endpointFile({ name: 'warm', parameters, caching: 900, cache_warming: 300, query: 'SELECT @n AS n' }),
};

/** Keeps everything else in this process from happening meanwhile. */
function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('an event loop that was blocked', () => {
  let service: TestService;
  let clock: { now: Date };

  const send = async (path: string): Promise<Socket> => {
    const { hostname, port } = new URL(service.base);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: quern\r\nX-API-KEY: ${TOKEN}\r\nConnection: close\r\n\r\n`);
    return socket;
  };
  const statusOf = async (socket: Socket): Promise<string> => {
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    return text.split('\r\n', 1)[0] ?? '';
  };

  beforeEach(async () => {
    clock = { now: NOW };
    service = await startService({ clock, endpoints: ENDPOINTS });
  });

  afterEach(async () => service.close());

  it('answers what has come meanwhile, the health included', async () => {
    await service.rows('kept');
    const paths = ['/health', '/livez', '/api/endpoints/query/cold', '/api/endpoints/query/kept', '/api/endpoints'];
    const sockets = await Promise.all(paths.map(send));
    block(3000);
    for (const socket of sockets) expect(await statusOf(socket)).toBe('HTTP/1.1 200 OK');
  });

  it('does not refresh at once all that has become due, and clients go first', async () => {
    const KEYS = 200;
    const keys = Array.from({ length: KEYS }, (_, n) => `warm?n=${n}`);
    // Each key is asked for twice: the second time it is found, and so is wanted again.
    for (const key of [...keys, ...keys]) await service.rows(key);
    const engine = service.app.get<AnyEngine>(Engine);
    const run = engine.run.bind(engine);
    let refreshing = 0;
    let most = 0;
    let done = 0;
    jest.spyOn(engine, 'run').mockImplementation(async (statement) => {
      if (statement.isUrgent?.() !== false) return run(statement);
      most = Math.max(most, (refreshing += 1));
      try {
        return await run(statement);
      } finally {
        refreshing -= 1;
        done += 1;
      }
    });
    clock.now = new Date(NOW.getTime() + 400_000);
    service.app.get(Warming).tick();
    // A result that is due is still fresh, and a query that is not cached has a slot of its own.
    expect(await service.rows('warm?n=199')).toEqual([{ n: 199 }]);
    expect(await service.rows('cold')).toEqual([{ one: 1 }]);
    expect(done).toBeLessThan(KEYS / 2);
    await eventually(async () => (await listed(service, 'warm')).runs.refreshes === KEYS);
    expect(most).toBe(2);
  });
});
