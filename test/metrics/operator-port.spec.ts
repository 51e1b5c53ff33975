import { once } from 'node:events';
import { connect, type Server } from 'node:net';
import { Settings } from '../../src/config/settings.js';
import { Health } from '../../src/health/health.service.js';
import { OperatorServer } from '../../src/http/operator/operator-server.service.js';
import { UnsentBytes } from '../../src/limits/unsent-bytes.service.js';
import { MetricsText } from '../../src/metrics/metrics-text.service.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { rawRequest } from '../support/http/raw-request.js';
import { exchange } from '../support/http/wire.js';
import { eventually } from '../support/eventually.js';
import { readSamples } from '../support/metrics.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

describe('the operator’s own port', () => {
  let service: TestService;
  let port: number;
  const ask = async (path: string, options = {}) =>
    rawRequest(`http://127.0.0.1:${port}`, path, { headers: {}, ...options });

  beforeAll(async () => {
    service = await startService({ env: { QUERN_METRICS_PORT: '0', QUERN_CACHE_MAX_BYTES: '16MiB' } });
    port = service.app.get(OperatorServer).address?.port ?? 0;
  });

  afterAll(async () => service.close());

  it('listens on loopback unless it is told to do otherwise', () => {
    expect(service.app.get(OperatorServer).address).toMatchObject({ address: '127.0.0.1' });
  });

  it('has metrics, whether it is alive and how it is, without a key', async () => {
    const metrics = await ask('/metrics');
    expect(metrics.status).toBe(200);
    expect(readSamples(await metrics.text()).get('quern_engine_slots')).toBe(4);
    expect(await (await ask('/livez')).json()).toEqual({ status: 'ok' });
    const ready = await (await ask('/readyz?verbose')).text();
    expect(JSON.parse(ready)).toMatchObject({ status: 'ok', checks: { engine: { status: 'ok' } } });
    const head = await ask('/readyz', { method: 'HEAD' });
    expect([head.status, head.body, head.headers.get('content-length')]).toEqual([200, null, String(ready.length)]);
  });

  it('has nothing else', async () => {
    for (const path of ['/', '/health', '/api/endpoints', '/api/endpoints/query/logs.all', '/metrics/', '/METRICS']) {
      await assertProblem(await ask(path, { headers: { 'x-api-key': TOKEN } }), 'route_not_found');
    }
    await assertProblem(await ask('/metrics', { method: 'POST' }), 'method_not_allowed');
  });

  it('takes these from the port for callers, which keeps `/health`', async () => {
    for (const path of ['/metrics', '/livez', '/readyz']) {
      for (const method of ['GET', 'POST']) {
        const headers = { 'x-api-key': TOKEN };
        await assertProblem(await rawRequest(service.base, path, { method, headers }), 'route_not_found');
        await assertProblem(await rawRequest(service.base, path, { method, headers: {} }), 'route_not_found');
      }
    }
    expect((await service.get('/health')).status).toBe(200);
  });

  it('holds no more metrics for those who read nothing than for the clients of a key', async () => {
    const unsent = service.app.get(UnsentBytes);
    // As many as thousands of endpoints have, and each time others.
    const write = jest.spyOn(service.app.get(MetricsText), 'write').mockImplementation(() => {
      const chunks = Array.from({ length: 12 }, () => Buffer.alloc(2 ** 20, '#'));
      return Promise.resolve({ chunks, length: chunks.length * 2 ** 20 });
    });
    const mute = connect(port, '127.0.0.1');
    try {
      mute.pause().write('GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await eventually(() => unsent.bytes > 0);
      await assertProblem(await ask('/metrics'), 'engine_busy');
      expect((await ask('/readyz')).status).toBe(200);
    } finally {
      mute.destroy();
      write.mockRestore();
    }
    await eventually(() => unsent.bytes === 0);
    expect((await ask('/metrics')).status).toBe(200);
  });

  it('answers no page that has led the name of its own server here', async () => {
    const statusFor = async (host: string) => {
      const [answer] = await exchange(
        `http://127.0.0.1:${port}`,
        `GET /metrics HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
        true,
      );
      return answer?.statusLine.split(' ')[1];
    };
    for (const host of ['evil.example', `evil.example:${port}`, '', 'localhost.evil.example']) {
      expect([host, await statusFor(host)]).toEqual([host, '400']);
    }
    for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, `[::1]:${port}`]) {
      expect([host, await statusFor(host)]).toEqual([host, '200']);
    }
  });

  it('takes no pipeline of thousands, as the port for callers takes none', async () => {
    const socket = connect(port, '127.0.0.1');
    let answers = '';
    socket.on('data', (chunk) => (answers += chunk.toString()));
    socket.on('error', () => undefined);
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(1000));
    await once(socket, 'close');
    expect(answers.split('HTTP/1.1 200').length - 1).toBeLessThan(1000);
    expect((await ask('/livez')).status).toBe(200);
  });

  it('writes the metrics once for all who ask meanwhile, and anew for whoever asks later', async () => {
    const metrics = service.app.get(MetricsText);
    const steps = jest.spyOn(metrics, 'steps');
    const [first, ...others] = await Promise.all(
      Array.from({ length: 1000 }, async () => metrics.write('text', false)),
    );
    expect(others.every((each) => each === first)).toBe(true);
    expect(steps).toHaveBeenCalledTimes(1);
    expect(await metrics.write('text', false)).not.toBe(first);
    steps.mockRestore();
  });

  it('writes one form of the metrics at a time', async () => {
    const metrics = service.app.get(MetricsText);
    const original = metrics.steps.bind(metrics);
    const begunAndEnded: string[] = [];
    const steps = jest.spyOn(metrics, 'steps').mockImplementation(function* (format) {
      begunAndEnded.push('begun');
      yield* original(format);
      begunAndEnded.push('ended');
    });
    const forms = [true, false].flatMap((gzip) => [metrics.write('text', gzip), metrics.write('openmetrics', gzip)]);
    expect(new Set(await Promise.all(forms)).size).toBe(4);
    expect(begunAndEnded).toEqual(Array.from({ length: 4 }, () => ['begun', 'ended']).flat());
    steps.mockRestore();
  });

  it('says that no call can come any more while what has come is finished', async () => {
    const other = await startService({ env: { QUERN_METRICS_PORT: '0' } });
    const operator = `http://127.0.0.1:${other.app.get(OperatorServer).address?.port}`;
    const server = other.app.getHttpServer() as Server;
    server.close();
    const response = await fetch(`${operator}/readyz`);
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({
      status: 'down',
      checks: { port: { status: 'down' }, engine: { status: 'ok' } },
    });
    expect((await fetch(`${operator}/livez`)).status).toBe(200);
    await other.close();
  });

  it('says what is wrong where the port is taken', async () => {
    const settings = { ...service.app.get<Settings>(Settings), metricsPort: port };
    const other = new OperatorServer(
      service.app.get(MetricsText),
      service.app.get(Health),
      service.app.get(UnsentBytes),
      settings,
    );
    await expect(other.onApplicationBootstrap()).rejects.toThrow(
      `port ${port} of 127.0.0.1 cannot be listened on; set QUERN_METRICS_PORT to another`,
    );
  });

  it('is closed with the service, also where somebody keeps a connection open', async () => {
    const other = await startService({ env: { QUERN_METRICS_PORT: '0' } });
    const { address } = other.app.get(OperatorServer);
    const response = await fetch(`http://127.0.0.1:${address?.port}/livez`, { headers: { connection: 'keep-alive' } });
    await response.text();
    await other.close();
    await expect(fetch(`http://127.0.0.1:${address?.port}/livez`)).rejects.toThrow('fetch failed');
  });
});
