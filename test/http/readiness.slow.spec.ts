import { hashToken } from '../../src/access/token.js';
import { ResultCache } from '../../src/cache/result-cache.service.js';
import { Engine } from '../../src/engines/engine.js';
import { type Readiness } from '../../src/health/health.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { rawRequest } from '../support/http/raw-request.js';
import { type ServiceOptions, startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const NOW = new Date('2026-11-20T10:00:00.000Z');
const SECRET = endpointFile({ name: 'secret-name', caching: 60, query: `SELECT 'secret-sql' AS x` });
const OTHER = endpointFile({ name: 'other', query: 'SELECT 1 AS x' });

describe('/readyz', () => {
  let service: TestService;

  const start = async (options: ServiceOptions = {}) => {
    service = await startService({ clock: new TestClock(NOW), endpoints: { 'secret.yaml': SECRET }, ...options });
  };
  const ask = async (): Promise<{ status: number; body: Readiness }> => {
    const answer = await service.get('/readyz', {});
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return { status: answer.status, body: (await answer.json()) as Readiness };
  };
  const summary = async () => (await service.get('/health', {})).json();

  afterEach(async () => service.close());

  it('tells of each part, without a key', async () => {
    await start();
    expect(await ask()).toEqual({
      status: 200,
      body: {
        status: 'ok',
        checks: {
          data: { status: 'ok', detail: 'The files of tables can be read.' },
          engine: { status: 'ok', detail: 'Queries can be run.' },
          keys: { status: 'ok', detail: 'The keys are those that are set up.' },
          files: {
            status: 'ok',
            detail: '1 endpoint can be called.',
            ...{ serving: 1, outdated: 0, unchecked: 0, broken: 0 },
          },
          generation: {
            status: 'ok',
            detail: 'The endpoint files are served as they are.',
            number: 1,
            since: NOW.toISOString(),
          },
        },
      },
    });
    expect(await summary()).toEqual({ status: 'ok' });
  });

  it('says that the files of tables are being looked at for long, or cannot be', async () => {
    await start();
    const { data } = service.app.get<Engine>(Engine);
    if (!data) throw new Error('the engine follows nothing');
    let fail: () => void = () => undefined;
    const looks = jest.spyOn(data, 'look').mockReturnValue(
      new Promise((_, reject) => {
        fail = () => {
          reject(new Error('the disk is gone'));
        };
      }),
    );
    const registry = service.app.get(Registry);
    const look = registry.reloadData([data.root]);
    expect((await ask()).body.checks.data).toMatchObject({ status: 'ok' });
    const now = performance.now();
    const clock = jest.spyOn(performance, 'now').mockReturnValue(now + 6000);
    expect((await ask()).body).toMatchObject({
      status: 'degraded',
      data: 'outdated',
      checks: {
        data: {
          status: 'degraded',
          detail: 'A look at the files of tables is under way; what has changed is taken up when it ends.',
        },
      },
    });
    clock.mockRestore();
    fail();
    await expect(look).rejects.toThrow('the disk is gone');
    expect((await ask()).body.checks.data).toEqual({
      status: 'degraded',
      detail: 'The files of tables could not be looked at; queries read the tables of before.',
    });
    expect(await summary()).toEqual({ status: 'degraded', data: 'outdated' });
    looks.mockRestore();
    await registry.reloadData([data.root]);
    expect(await summary()).toEqual({ status: 'ok' });
  });

  it('counts files by their state, and generations, and names none of them', async () => {
    await start();
    await service.writeEndpoint('other.yaml', OTHER);
    await eventually(async () => (await ask()).body.checks.files.serving === 2);
    expect((await ask()).body.checks.generation.number).toBe(2);
    await service.writeEndpoint('secret.yaml', SECRET.replace('SELECT', 'SELEKT'));
    await service.writeEndpoint('new-secret.yaml', 'id: [');
    await eventually(async () => (await ask()).body.checks.files.broken === 1);
    await eventually(async () => (await ask()).body.checks.files.outdated === 1);
    const { status, body } = await ask();
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'degraded', endpoints: 'outdated' });
    expect(body.checks.files).toEqual({
      status: 'degraded',
      detail: '2 endpoints can be called; 2 files with errors.',
      ...{ serving: 1, outdated: 1, unchecked: 0, broken: 1 },
    });
    expect(body.checks.generation).toMatchObject({ status: 'degraded', number: 2 });
    expect(JSON.stringify(body)).not.toMatch(/secret|\.yaml|\/tmp|SELE/);
    expect(await summary()).toEqual({ status: 'degraded', endpoints: 'outdated' });
  });

  it('is 503 where no endpoint could be called', async () => {
    await start({ endpoints: {} });
    const { status, body } = await ask();
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'down', checks: { files: { status: 'down' }, generation: { since: null } } });
    const head = await rawRequest(service.base, '/readyz', { method: 'HEAD', headers: {} });
    expect({ status: head.status, text: await head.text() }).toEqual({ status: 503, text: '' });
    for (const path of ['/health', '/livez']) expect((await service.get(path, {})).status).toBe(200);
    await service.writeEndpoint('other.yaml', OTHER);
    await eventually(async () => (await ask()).status === 200);
  });

  it('is 503 where no key is good, and degraded where the file cannot be read', async () => {
    const key = (expires: string) =>
      JSON.stringify({ keys: [{ id: 'secret-key', sha256: hashToken(TOKEN), scopes: ['*'], expires }] });
    const clock = new TestClock(NOW);
    await start({ clock, keys: key('2026-11-20T10:01:00Z') });
    expect((await ask()).body.status).toBe('ok');
    await service.writeKeys('secret: [');
    await eventually(async () => (await ask()).body.checks.keys.status === 'degraded');
    const outdated = await ask();
    expect(outdated).toMatchObject({ status: 200, body: { status: 'degraded', keys: 'outdated' } });
    clock.later(60);
    const { status, body } = await ask();
    expect(status).toBe(503);
    expect(body).toMatchObject({ status: 'down', checks: { keys: { status: 'down' } } });
    expect(JSON.stringify([outdated, body])).not.toContain('secret');
    expect(await summary()).toEqual({ status: 'degraded', keys: 'outdated' });
  });

  it('is 503 where the engine is gone, unless there is something cached', async () => {
    await start();
    await service.app.get<Engine>(Engine).close();
    expect(await ask()).toMatchObject({
      status: 503,
      body: { status: 'down', checks: { engine: { status: 'down' }, files: { status: 'ok' } } },
    });
    await service.close();
    await start();
    await service.rows('secret-name');
    await service.app.get<Engine>(Engine).close();
    const lists = jest.spyOn(service.app.get(ResultCache).memory, 'list');
    expect(await ask()).toMatchObject({
      status: 200,
      body: { status: 'degraded', checks: { engine: { status: 'degraded' } } },
    });
    // The cache may have a hundred thousand results, and a probe costs nothing.
    expect(lists).not.toHaveBeenCalled();
  });
});
