import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { AccessService } from '../../src/access/access.service.js';
import { Engine } from '../../src/engines/engine.js';
import { ERROR_CODES } from '../../src/errors/error-codes.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { eventually } from '../support/eventually.js';
import { type ClientAnswer, HostileClient } from '../support/hostile/client.js';
import {
  CANARY_ENDPOINTS,
  CANARY_NUMBER,
  CANARY_TOKENS,
  CANARY_VALUE,
  canaryKeys,
  SECRET_REQUESTS,
  tokensIn,
} from '../support/hostile/secrets.js';
import { startService, type TestService } from '../support/service.js';
import { exchange } from '../support/http/wire.js';

const QUERY = '/api/endpoints/query';
const { good, second, slow } = CANARY_TOKENS;

/** The second call at a time of one key is refused, and so is the second query at a time of all. */
const TIGHT = {
  QUERN_DUCKDB_CONNECTIONS: '1',
  QUERN_QUEUE_MAX: '0',
  QUERN_KEY_CONCURRENCY: '1',
  QUERN_AUTH_FAILURE_LIMIT: '1000000/s',
};

/** The code of an error; undefined where there is none. */
function codeOf({ body }: ClientAnswer): string | undefined {
  return /"code":"(\w+)"/.exec(body)?.[1];
}

const VALUES = new RegExp(`${CANARY_VALUE}|${CANARY_NUMBER}`, 'i');
const codes = new Set<string>();

/** What an engine says of a query that it could not run: for the operator, in its own words. */
const ENGINES_WORDS = /\[Query\] \w+: (?:invalid_value|query_failed): /;

/** The lines of a log that have a parameter's value. */
function telltales(written: string): string[] {
  return written.split('\n').filter((line) => VALUES.test(line));
}

/** Nothing of a secret has been told to the operator, nor to anybody who may read the listing or metrics. */
async function assertKept(client: HostileClient, written: string): Promise<void> {
  const listing = ['/api/endpoints', '/api/endpoints/echo', '/api/endpoints/cast'];
  for (const path of [...listing, '/metrics', '/health', '/readyz', '/livez']) {
    const { status, body } = await client.call(path, { 'x-api-key': good });
    expect([path, status, tokensIn(body), VALUES.test(body)]).toEqual([path, 200, [], false]);
  }
  expect(tokensIn(written)).toEqual([]);
  expect(telltales(written).filter((line) => !ENGINES_WORDS.test(line))).toEqual([]);
}

/** Makes every request, and whatever else a client from outside can bring about. */
async function provoke(client: HostileClient): Promise<void> {
  const note = (answer: ClientAnswer) => {
    const code = codeOf(answer);
    if (code !== undefined) codes.add(code);
    expect(tokensIn(answer.body + JSON.stringify(answer.headers))).toEqual([]);
    return code;
  };
  const as = async (token: string, path: string, fields: Record<string, string> = {}) =>
    client.call(path, { 'x-api-key': token, ...fields });
  for (const { path, headers, method, body } of SECRET_REQUESTS) {
    note(await client.call(path, headers, method, body));
  }
  for (let call = 1; call <= 2; call += 1) note(await as(slow, `${QUERY}/divide`));
  for (let call = 1; call <= 2; call += 1) note(await as(good, `${QUERY}/dear?text=${CANARY_VALUE}`));
  note(await as(good, `${QUERY}/echo`, { 'x-long': good.repeat(2000) }));
  note(await as(good, `/api/runs/${CANARY_VALUE}?text=${CANARY_VALUE}`));
  // On a busy machine the run may end before the others come; another one, with another value, meets no failure that is remembered.
  let runs = 0;
  await eventually(async () => {
    const running = as(good, `${QUERY}/brief?x=${CANARY_VALUE}${(runs += 1)}`);
    let isOver = false;
    void running.then(() => (isOver = true));
    const other = async (token: string) => note(await as(token, `${QUERY}/divide?text=${CANARY_VALUE}`));
    await eventually(async () => isOver || (await other(second)) === 'engine_busy');
    const own = await other(good);
    note(await running);
    return own === 'too_many_runs' && codes.has('engine_busy');
  });
}

describe('secrets', () => {
  /** All that the process has written, on both streams. */
  let written = '';

  it('are in nothing that `quern serve` writes at its most talkative, nor in what it tells', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    await mkdir(join(folder, 'endpoints'));
    await mkdir(join(folder, 'data'));
    for (const [file, text] of Object.entries(CANARY_ENDPOINTS)) await writeFile(join(folder, 'endpoints', file), text);
    await writeFile(join(folder, 'keys.yaml'), canaryKeys('revoked'));
    const child: ChildProcess = spawn(process.execPath, [resolve('dist/main.cjs'), 'serve'], {
      cwd: folder,
      env: {
        PATH: process.env.PATH,
        QUERN_PORT: '0',
        QUERN_DATA: 'data',
        QUERN_KEYS_FILE: 'keys.yaml',
        QUERN_LOG_LEVEL: 'debug',
        QUERN_ACCESS_LOG: 'all',
        ...TIGHT,
      },
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (written += String(chunk)));
    try {
      const base = () => /listening on (\S+)/.exec(written)?.[1];
      await eventually(() => base() !== undefined || child.exitCode !== null);
      expect([child.exitCode, written]).toEqual([null, expect.stringContaining('listening on')]);
      const client = new HostileClient(base() ?? '');
      await provoke(client);
      await assertKept(client, written);
      client.close();
      child.kill('SIGTERM');
      await once(child, 'close');
      // What it says at its end included; and it has been talkative indeed.
      expect(tokensIn(written)).toEqual([]);
      expect(written).toMatch(/DEBUG.*invalid_value/);
      expect(written).toMatch(/ERROR.*query_failed/);
      for (const status of [200, 400, 401, 502])
        expect(written).toMatch(new RegExp(`\\[Answer\\] .* ${status} cache=`));
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true });
    }
  });

  // DuckDB repeats the operands of an overflow and the pattern that is none, and the log has its words as they are.
  it('are not in the engine’s own words either', () => {
    expect(telltales(written)).toEqual([]);
  });

  describe('of calls that meet what no client can bring about', () => {
    const log: string[] = [];
    let service: TestService;
    let client: HostileClient;

    beforeAll(async () => {
      service = await startService({ endpoints: CANARY_ENDPOINTS, keys: canaryKeys(), env: TIGHT });
      const write = (message: unknown) => {
        log.push(String(message));
      };
      service.app.useLogger({ log: write, error: write, warn: write, fatal: write, debug: write, verbose: write });
      client = new HostileClient(service.base);
    });

    afterAll(async () => {
      client.close();
      await service.close();
    });

    const get = async () => client.call(`${QUERY}/divide?text=${CANARY_VALUE}&x=${log.length}`, { 'x-api-key': good });

    it.each([
      ['internal_error', new TypeError('a bug')],
      ['cost_limit_exceeded', new QuernError('cost_limit_exceeded', 'This would cost too much.')],
      ['run_interrupted', new QuernError('run_interrupted', 'The service was stopped.')],
      ['run_rows_gone', new QuernError('run_rows_gone', 'Others needed the room.')],
      ['engine_unavailable', new QuernError('engine_unavailable', 'The engine cannot be reached.')],
    ])('%s', async (code, failure) => {
      jest.spyOn(service.app.get<Engine>(Engine), 'run').mockRejectedValueOnce(failure);
      const answer = await get();
      expect([codeOf(answer), tokensIn(answer.body)]).toEqual([code, []]);
      codes.add(code);
    });

    it('request_timeout', async () => {
      (service.app.getHttpServer() as Server).headersTimeout = 100;
      const text = `GET ${QUERY}/echo?text=${CANARY_VALUE} HTTP/1.1\r\nX-API-KEY: ${good}\r\n`;
      const [answer] = await exchange(service.base, text, true);
      expect(answer?.statusLine).toBe('HTTP/1.1 408 Request timeout');
      expect([...tokensIn(String(answer?.body)), String(answer?.body).includes(CANARY_VALUE)]).toEqual([false]);
      codes.add('request_timeout');
    });

    it('a key that is revoked, and one that the keys file has by mistake', async () => {
      expect(codeOf(await client.call(`${QUERY}/echo`, { 'x-api-key': CANARY_TOKENS.revoked }))).toBeUndefined();
      const access = service.app.get(AccessService);
      await service.writeKeys(canaryKeys('revoked'));
      await access.reload();
      const refused = await client.call(`${QUERY}/echo`, { 'x-api-key': CANARY_TOKENS.revoked });
      expect([codeOf(refused), ...tokensIn(refused.body)]).toEqual(['unauthenticated']);
      // Somebody has written the token where its hash belongs, which the log must not repeat.
      await service.writeKeys(canaryKeys('revoked').replace(/"sha256":"\w+"/, `"sha256":"${good}"`));
      await eventually(() => log.some((line) => line.includes('The keys stay what they were')));
    });

    it('are in none of the log', async () => {
      expect(log.length).toBeGreaterThan(3);
      await assertKept(client, log.join('\n'));
    });
  });

  it('have met every code by then', () => {
    expect([...codes].sort()).toEqual(Object.keys(ERROR_CODES).sort());
  });
});
