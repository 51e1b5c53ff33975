import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hashToken } from '../../src/access/token.js';
import { Ledger } from '../../src/budgets/ledger.js';
import { SpentFile } from '../../src/budgets/spent-file.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import {
  bigQueryEnv,
  type BigQueryServer,
  rowsReply,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { runCommand } from '../support/processes/command-line.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const EVENING = new Date('2026-11-20T23:00:00Z');
const parameters = { n: { type: 'integer', required: true } };
const ENDPOINTS = {
  'dear.yaml': endpointFile({
    name: 'dear',
    caching: 60,
    budget: '1TiB/day',
    parameters,
    query: 'SELECT @n AS n, 300',
  }),
  'cheap.yaml': endpointFile({ name: 'cheap', caching: 60, parameters, query: 'SELECT @n AS n' }),
};
const tokenOf = (id: string) => `${id}-token-0123456789`;
const keys = JSON.stringify({
  keys: [
    { id: 'ops', sha256: hashToken(tokenOf('ops')), scopes: ['*', 'admin', 'metrics'] },
    { id: 'web', sha256: hashToken(tokenOf('web')), scopes: ['*', 'cost', 'metrics', 'cache:refresh'] },
  ],
});
const GIB = 2 ** 30;

interface Report {
  readonly result: {
    readonly days: readonly string[];
    readonly total: object;
    readonly rows: readonly { readonly name: string }[];
  };
}

describe('what runs have cost on a day', () => {
  let folder: string;
  let bigquery: BigQueryServer;
  let service: TestService;
  let clock: TestClock;

  const env = () => ({
    ...bigQueryEnv(bigquery.url),
    QUERN_PRICE_PER_TIB: '6.25',
    QUERN_SPENT_FILE: join(folder, 'spent.json'),
  });
  const start = async () => startService({ endpoints: ENDPOINTS, keys, clock, env: env() });
  const call = async (path: string, id: string) => {
    const { status } = await service.get(`/api/endpoints/query/${path}`, { 'x-api-key': tokenOf(id) });
    expect(status).toBe(200);
  };
  const get = async (query = '', id = 'ops') => service.get(`/api/spend${query}`, { 'x-api-key': tokenOf(id) });
  const report = async (query = '') => ((await (await get(query)).json()) as Report).result;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    clock = new TestClock(EVENING);
    bigquery = await startBigQueryServer();
    bigquery.answers(({ body }) => {
      const { query = '', dryRun } = body as { query?: string; dryRun?: boolean };
      const bytes = String(GIB * (query.includes('300') ? 300 : 1));
      const cost = { totalBytesBilled: bytes, totalBytesProcessed: bytes, totalSlotMs: '5' };
      return rowsReply('n INTEGER', dryRun ? [] : [['1']], cost);
    });
    service = await start();
    for (const path of ['dear?n=1', 'cheap?n=1', 'cheap?n=2', 'cheap?n=2']) await call(path, 'web');
    await call('cheap?n=3', 'ops');
  });
  afterAll(async () => {
    await service.close();
    await bigquery.close();
    await rm(folder, { recursive: true });
  });

  it('is told by endpoint and by key, the dearest first, with prices; hits cost nothing', async () => {
    const spent = (runs: number, gib: number) => ({
      runs,
      bytes_billed: gib * GIB,
      bytes_processed: gib * GIB,
      slot_ms: 5 * runs,
      run_ms: expect.any(Number) as number,
      price: Number(((gib / 1024) * 6.25).toFixed(6)),
    });
    expect(await report()).toEqual({
      day: '2026-11-20',
      by: 'endpoint',
      days: ['2026-11-20'],
      total: spent(4, 303),
      rows: [
        { name: 'dear', ...spent(1, 300) },
        { name: 'cheap', ...spent(3, 3) },
      ],
    });
    expect((await report('?by=key')).rows).toEqual([
      { name: 'web', ...spent(3, 302) },
      { name: 'ops', ...spent(1, 1) },
    ]);
    expect(await report('?day=2026-11-19&by=key')).toMatchObject({ day: '2026-11-19', rows: [] });
  });

  it('is a table with bars on the command line, or rows of any form', async () => {
    await service.app.get(SpentFile).write();
    const spent = { QUERN_SPENT_FILE: join(folder, 'spent.json') };
    const { status, out } = await runCommand(['spend', '--day', '2026-11-20', '--format', 'table'], spent);
    expect([status, out.split('\n').length]).toEqual([0, 5]);
    expect(out).toMatch(/^endpoint +runs +bytes_billed +bytes_processed +slot_ms +run_ms +share\n─/);
    expect(out).toMatch(/\ndear +1 +322122547200 .* █{20} +99 %\ncheap +3 +3221225472 .* +1 %\n$/);
    const priced = { ...spent, QUERN_PRICE_PER_TIB: '5' };
    const json = await runCommand(['spend', '--by', 'key', '--day', '2026-11-20', '--format', 'json'], priced);
    expect(JSON.parse(json.out)).toMatchObject([
      { key: 'web', runs: 3, price: 1.474609, share: 302 / 303 },
      { key: 'ops', runs: 1, price: 0.004883 },
    ]);
    const other = await runCommand(['spend', '--day', '2026-11-19', '--format', 'json'], spent);
    expect(other).toMatchObject({
      status: 0,
      out: '[]\n',
      err: 'No run has ended on 2026-11-19. There are runs on 2026-11-20.\n',
    });
  });

  it('is counted by key in the metrics, in each unit of budgets', async () => {
    const text = await (await service.get('/metrics', { 'x-api-key': tokenOf('ops') })).text();
    expect(text).toContain(`\nquern_key_bytes_billed_total{key="web"} ${302 * GIB}\n`);
    expect(text).toContain('\nquern_key_slot_seconds_total{key="web"} 0.015\n');
    expect(text).toMatch(/\nquern_key_engine_seconds_total\{key="web"\} 0\.\d*[1-9]/);
  });

  it('and what the budget has left is in the explanation of a call', async () => {
    const answer = await service.get('/api/endpoints/dear/explain?n=7', { 'x-api-key': tokenOf('ops') });
    const { result } = (await answer.json()) as { result: { cost: object } };
    const figures = { bytes_billed: 300 * GIB, bytes_processed: 300 * GIB, slot_ms: 5 };
    expect(result.cost).toMatchObject({
      bytes_processed: 300 * GIB,
      price: 1.831055,
      runs: { day: '2026-11-20', runs: 1, ...figures },
      budgets: [{ of: 'endpoint', budget: '1TiB/day', unit: 'bytes', taken: 300 * GIB, left: 724 * GIB }],
    });
    await mkdir(join(folder, 'endpoints'));
    for (const [file, text] of Object.entries(ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    await service.app.get(SpentFile).write();
    const { out } = await runCommand(['explain', 'dear', '-p', 'n=7'], {
      ...env(),
      QUERN_ENDPOINTS: join(folder, 'endpoints'),
      QUERN_DATA: folder,
    });
    expect(out).toMatch(
      /\ncost\n {2}a run would be billed for 1.831055\n {2}1 run on 2026-11-20, each in the mean: 322,122,547,200 bytes billed, 5 ms of slots, \d+ ms\n {2}budget of the endpoint, 1TiB\/day: \d+ % taken today, [\d,]+ bytes left\n\n/,
    );
  });

  it('is refused on the command line where there is nothing to read, with what to do', async () => {
    const spend = async (file: string, ...args: readonly string[]) =>
      runCommand(['spend', ...args], { QUERN_SPENT_FILE: file });
    await expect(spend('off')).rejects.toThrow('ask the service: GET /api/spend');
    await expect(spend(join(folder, 'none.json'))).rejects.toThrow('`quern serve` writes it');
    await expect(spend('off', '--day', '2026-02-30')).rejects.toThrow('It must be a day such as 2026-11-20.');
  });

  it('is for keys with the scope `admin` alone, by GET, of a day and by what there is', async () => {
    await assertProblem(await get('', 'web'), 'forbidden');
    for (const query of ['?by=tenant', '?by=key&by=key', '?day=2026-02-30', '?day=today', '?day=']) {
      await assertProblem(await get(query), 'invalid_parameters');
    }
    const posted = async (id: string) =>
      fetch(`${service.base}/api/spend`, { method: 'POST', headers: { 'x-api-key': tokenOf(id) } });
    await assertProblem(await posted('ops'), 'method_not_allowed');
    await assertProblem(await posted('web'), 'forbidden');
  });

  it('is known after a restart, and begins anew at midnight in UTC', async () => {
    await service.close();
    service = await start();
    clock.later(3600);
    expect((await report()).rows).toEqual([]);
    await call('cheap?n=4', 'ops');
    expect((await report()).rows).toMatchObject([{ name: 'cheap', runs: 1 }]);
    const { days, rows } = await report('?day=2026-11-20');
    expect([days, rows.map(({ name }) => name)]).toEqual([
      ['2026-11-20', '2026-11-21'],
      ['dear', 'cheap'],
    ]);
  });

  it('is read from a file of budgets alone, and from no broken one', async () => {
    const path = join(folder, 'other.json');
    await writeFile(path, '{"version":1,"days":{}}');
    expect(await runCommand(['spend'], { QUERN_SPENT_FILE: path })).toMatchObject({ status: 0, out: '[]\n' });
    const text = await readFile(join(folder, 'spent.json'), 'utf8');
    for (const broken of ['"runs":"1"', '"other":1']) {
      await writeFile(path, text.replace('"runs":1', broken));
      const read = runCommand(['spend'], { QUERN_SPENT_FILE: path });
      await expect(read).rejects.toThrow('other.json cannot be read: it is not as Quern writes it');
    }
  });
});

describe('the ledger', () => {
  const cost = { runs: 1, bytes_billed: 1, bytes_processed: 1, slot_ms: 1, run_ms: 1 };

  it('keeps eight days, and a thousand rows of each', () => {
    const ledger = new Ledger();
    for (let row = 0; row < 1500; row += 1) ledger.add('2026-11-01', { endpoint: `e${row}`, key: 'k' }, cost);
    const rows = ledger.of('2026-11-01', 'endpoint');
    expect([rows.size, rows.get('_other')?.runs, ledger.of('2026-11-01', 'key').get('k')?.runs]).toEqual([
      1001, 500, 1500,
    ]);
    for (let day = 2; day <= 9; day += 1) ledger.add(`2026-11-0${day}`, { endpoint: 'e', key: 'k' }, cost);
    expect(ledger.days).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((day) => `2026-11-0${day}`));
  });
});
