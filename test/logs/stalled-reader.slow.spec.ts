import { Agent, get } from 'node:http';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { type ProcessOptions, type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';

type Line = Readonly<Record<string, unknown>>;

/** More answers than a mebibyte, and the pipe, hold lines of. */
const CALLS = 10_000;

describe('the log of a process', () => {
  let folder: string;
  let quern: QuernProcess;
  let agent: Agent;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-logs-'));
    await mkdir(join(folder, 'data'));
    await mkdir(join(folder, 'endpoints'));
    const kept = endpointFile({ name: 'kept', caching: 900, query: 'SELECT 1 AS one' });
    await writeFile(join(folder, 'endpoints/kept.yaml'), kept);
  });
  beforeEach(() => {
    agent = new Agent({ keepAlive: true, maxSockets: 8 });
  });
  afterEach(async () => {
    agent.destroy();
    quern.child.kill('SIGKILL');
    await quern.ended;
  });
  afterAll(async () => rm(folder, { recursive: true }));

  const start = async (options: Pick<ProcessOptions, 'log'> = {}, logFormat = 'json') => {
    const env = { QUERN_DATA: 'data', QUERN_ACCESS_LOG: 'all', QUERN_LOG_FORMAT: logFormat };
    quern = startQuern({ folder, env, ...options });
    return quern.listening();
  };
  const call = async (base: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${base}/api/endpoints/query/kept`, { agent, headers: { 'x-api-key': TOKEN } }, (answer) => {
        answer.resume().once('end', () => {
          resolve(answer.statusCode);
        });
      }).once('error', reject);
    });
  const lines = () =>
    quern
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Line);

  it('is written to its last line at SIGTERM', async () => {
    const base = await start();
    for (let count = 0; count < 3; count += 1) expect(await call(base)).toBe(200);
    quern.child.kill('SIGTERM');
    expect(await quern.ended).toMatchObject({ status: 0 });
    const answers = lines().filter(({ context }) => context === 'Answer');
    expect(answers.map(({ status, cache }) => [status, cache])).toEqual([
      [200, 'miss'],
      [200, 'hit'],
      [200, 'hit'],
    ]);
    expect(new Set(answers.map(({ request_id }) => request_id)).size).toBe(3);
    const runs = lines().filter(({ context }) => context === 'Query');
    // The run is found by the id of the answer that it was made for.
    expect(runs).toMatchObject([
      { endpoint: 'kept', key: 'env', cause: 'client', rows: 1, request_id: answers[0]?.request_id },
    ]);
  });

  it('is lost where the disk is full, and calls are answered as ever', async () => {
    const base = await start({ log: '/dev/full' }, 'text');
    for (let count = 0; count < 3; count += 1) expect(await call(base)).toBe(200);
    quern.child.kill('SIGTERM');
    expect(await quern.ended).toMatchObject({ status: 0 });
  });

  it('neither grows nor holds up answers while nobody reads it, and tells how many lines were dropped', async () => {
    const base = await start();
    quern.child.stderr?.pause();
    const worker = async (): Promise<void> => {
      for (let count = 0; count < CALLS / 8; count += 1) expect(await call(base)).toBe(200);
    };
    await Promise.all(Array.from({ length: 8 }, worker));
    quern.child.stderr?.resume();
    // Read to its end, it has room again; the next line tells what is missing.
    for (let count = 0; !quern.printed().includes('"dropped":'); count += 1) {
      if (count > CALLS) throw new Error('nothing was told of what was dropped');
      expect(await call(base)).toBe(200);
    }
    quern.child.kill('SIGTERM');
    expect(await quern.ended).toMatchObject({ status: 0 });
    const told = lines().find((line) => line.dropped !== undefined);
    const dropped = Number(told?.dropped);
    expect(dropped).toBeGreaterThan(0);
    expect(told).toMatchObject({
      level: 'warn',
      msg: expect.stringContaining(`${dropped} lines of the log`) as string,
    });
    const answers = lines().filter(({ context, status }) => context === 'Answer' && status !== undefined);
    const losses = lines().reduce((sum, line) => sum + Number(line.dropped ?? 0), 0);
    const ids = new Set(answers.map(({ request_id }) => request_id));
    // Each answer has its one line, or is counted.
    expect(ids.size).toBe(answers.length);
    expect(answers.length + losses).toBeGreaterThanOrEqual(CALLS);
  });
});
