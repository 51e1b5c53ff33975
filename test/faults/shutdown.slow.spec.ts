import { Agent, get } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ENDLESS_QUERY, endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { freePort } from '../support/processes/free-port.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

const ENDPOINTS = {
  'one.yaml': endpointFile({ name: 'one', query: 'SELECT 1 AS one' }),
  // A query that takes a second or so, on a machine that does nothing else.
  'lasting.yaml': endpointFile({
    name: 'lasting',
    timeout: 600,
    query: `SELECT COUNTIF(MOD(a * b, 7) = 3) AS n
      FROM UNNEST(GENERATE_ARRAY(1, 20000)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, 5000)) AS b`,
  }),
  'endless.yaml': endpointFile({ name: 'endless', timeout: 600, query: ENDLESS_QUERY }),
  // One value that takes seconds: the engine looks for interruptions between values only.
  'stubborn.yaml': endpointFile({
    name: 'stubborn',
    timeout: 600,
    query: `SELECT LENGTH(REPLACE(REPLACE(REPLACE(REPLACE(REPLACE(t, 'a', 'bb'), 'b', 'aaa'), 'a', 'bb'), 'b', 'aaa'), 'a', 'cccc')) AS n
      FROM (SELECT STRING_AGG(CONCAT(REPEAT('a', 800000), CAST(n AS STRING)), ',') AS t FROM UNNEST([1, 2, 3, 4, 5, 6, 7, 8]) AS n)`,
  }),
};

/** An answer, or the code of the error that the client met. */
interface Outcome {
  readonly status: number | string;
  readonly body: string;
}

/** A grace period that outlasts every test: a service that ends within it has not waited for it. */
const LONG_GRACE = 3600;

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  let folder: string;
  let quern: QuernProcess;
  let base: string;
  let agent: Agent;

  const start = async (graceSeconds: number, more: Readonly<Record<string, string>> = {}) => {
    quern = startQuern({ folder, env: { QUERN_DATA: 'data', QUERN_SHUTDOWN_GRACE: String(graceSeconds), ...more } });
    base = await quern.listening();
  };
  const call = async (name: string): Promise<Outcome> =>
    new Promise((resolve) => {
      get(`${base}/api/endpoints/query/${name}`, { agent, headers: { 'x-api-key': TOKEN } }, (answer) => {
        void text(answer).then((body) => {
          resolve({ status: answer.statusCode ?? 0, body });
        });
      }).once('error', (error: NodeJS.ErrnoException) => {
        resolve({ status: error.code ?? error.message, body: '' });
      });
    });
  const misses = async (name: string): Promise<number> => {
    const listing = await fetch(`${base}/api/endpoints/${name}`, { headers: { 'x-api-key': TOKEN } });
    return ((await listing.json()) as { result: { runs: { misses: number } } }).result.runs.misses;
  };
  /** Calls an endpoint and comes back when its run has begun. */
  const begin = async (name: string): Promise<{ readonly outcome: Promise<Outcome> }> => {
    const outcome = call(name);
    await eventually(async () => (await misses(name)) === 1);
    return { outcome };
  };
  /** The reason why a new connection is not taken; undefined as long as it is. */
  const refusal = async (): Promise<string | undefined> =>
    new Promise((resolve) => {
      get(`${base}/livez`, { agent: false }, (answer) => {
        answer.resume();
        resolve(undefined);
      }).once('error', (error: NodeJS.ErrnoException) => {
        resolve(error.code);
      });
    });
  const tell = () => quern.child.kill(signal);
  /** The lines of its log about the end, without times. */
  const told = () =>
    Array.from(quern.printed().matchAll(/ \[Stop\] (.*)/g), ([, line = '']) => line.replace(/[\d.]+ s;/, '… s;'));

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-faults-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    for (const [name, file] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', name), file);
  });

  beforeEach(() => {
    agent = new Agent({ keepAlive: true });
  });

  afterEach(async () => {
    agent.destroy();
    quern.child.kill('SIGKILL');
    await quern.ended;
  });

  afterAll(async () => rm(folder, { recursive: true }));

  it('ends an idle service at once; kept connections do not hold it', async () => {
    await start(LONG_GRACE);
    for (const each of [call('one'), call('one')]) expect((await each).status).toBe(200);
    tell();
    expect(await quern.ended).toMatchObject({ status: 0 });
    expect(told()).toEqual([
      `${signal}: no more connections are taken; no call is open`,
      'Quern has stopped after … s; no call was cut off',
    ]);
  });

  it('lets what runs finish, takes nothing new, and ends right after', async () => {
    await start(LONG_GRACE);
    const { outcome } = await begin('lasting');
    tell();
    await eventually(async () => (await refusal()) === 'ECONNREFUSED');
    expect(quern.child.exitCode).toBeNull();
    expect((await outcome).status).toBe(200);
    expect(await quern.ended).toMatchObject({ status: 0 });
    expect(told()).toEqual([
      `${signal}: no more connections are taken; 1 open call may take 3600 s more`,
      'Quern has stopped after … s; no call was cut off',
    ]);
  });

  it('is not ready any more on the port for operators, and alive', async () => {
    const port = await freePort();
    await start(LONG_GRACE, { QUERN_METRICS_PORT: String(port) });
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    expect(await status('/readyz')).toBe(200);
    await begin('endless');
    tell();
    await eventually(async () => (await status('/readyz')) === 503);
    expect(await status('/livez')).toBe(200);
  });

  it('tells whoever goes on asking over a kept connection to take another', async () => {
    await start(LONG_GRACE);
    const { hostname, port } = new URL(base);
    const socket = connect(Number(port), hostname);
    const send = (path: string) => socket.write(`GET ${path} HTTP/1.1\r\nHost: quern\r\nX-API-KEY: ${TOKEN}\r\n\r\n`);
    const { outcome } = await begin('lasting');
    send('/api/endpoints/query/lasting');
    await eventually(async () => (await misses('lasting')) === 2);
    tell();
    await eventually(async () => (await refusal()) === 'ECONNREFUSED');
    send('/livez');
    const [, first = '', second = ''] = (await text(socket)).split('HTTP/1.1 200 OK');
    expect(first).toContain('Connection: keep-alive');
    expect(second).toContain('Connection: close');
    expect((await outcome).status).toBe(200);
  });

  it('cancels what takes longer than the grace period, and not before, and ends', async () => {
    await start(1);
    const { outcome } = await begin('endless');
    const others = [call('endless'), call('endless')];
    await eventually(async () => (await misses('endless')) === 3);
    const toldAt = performance.now();
    tell();
    for (const each of [outcome, ...others]) expect((await each).status).toBe('ECONNRESET');
    const { status, at } = await quern.ended;
    expect(status).toBe(0);
    expect(at - toldAt).toBeGreaterThan(900);
    expect(quern.printed()).not.toContain('ERROR');
    expect(told()).toEqual([
      `${signal}: no more connections are taken; 3 open calls may take 1 s more`,
      'Quern has stopped after … s; cut off at the end of QUERN_SHUTDOWN_GRACE: 3 calls',
    ]);
  });

  it('does not wait for a run that cannot be cancelled', async () => {
    await start(1);
    await begin('stubborn');
    tell();
    // The service would have ended by itself, had it waited.
    expect(await quern.ended).toMatchObject({ status: null, signal: 'SIGKILL' });
    expect(told().at(-1)).toMatch(/: 1 call$/);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('followed by %s ends it at once, whatever runs', async (second) => {
    await start(LONG_GRACE);
    await begin('stubborn');
    tell();
    await eventually(async () => (await refusal()) === 'ECONNREFUSED');
    // A signal that is repeated within half a second is the same news; a later one ends the service.
    await eventually(async () => {
      quern.child.kill(second);
      return (await refusal()) === 'ECONNREFUSED' && quern.child.signalCode !== null;
    });
    expect(await quern.ended).toMatchObject({ status: null, signal: second });
  });
});
