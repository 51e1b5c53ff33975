import childProcess, { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile, rename, rm } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import { setImmediate, setTimeout } from 'node:timers/promises';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type Argument, type Statement } from '../../src/engines/engine.js';
import { QuernError } from '../../src/errors/quern-error.js';
import { SANDBOX_MAIN } from '../support/built-paths.js';
import { eventually } from '../support/eventually.js';
import { residentBytes } from '../support/processes/resident-bytes.js';
import { dataFolder, duckDbOptions, ndjson, rowsOf, statementOf } from '../support/duckdb.js';

const LIMIT = 400_000_000;

const AB = { name: 'word', type: 'STRING', array: false, value: 'ab' } as const;

/** What a run of one batch of rows made before anything bounded it. */
const HOGS = [
  'SELECT SUM(ARRAY_LENGTH(GENERATE_ARRAY(1, 4000000 + i))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i',
  'SELECT SUM(ARRAY_LENGTH(ARRAY_CONCAT(GENERATE_ARRAY(1, 1000000), [i]))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i',
  "SELECT SUM(ARRAY_LENGTH(SPLIT(REPEAT('a,', 400000 + i)))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i",
  "SELECT SUM(LENGTH(REPEAT('a', 1000000 + i))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i",
  "SELECT SUM(LENGTH(UPPER(s))) AS n FROM (SELECT CONCAT(REPEAT('a', 500000), i) AS s FROM UNNEST(GENERATE_ARRAY(1, 4096)) AS i)",
  'SELECT SUM(LENGTH(TO_JSON_STRING(GENERATE_ARRAY(1, 1000000 + i)))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i',
  "SELECT SUM(ARRAY_LENGTH(REGEXP_EXTRACT_ALL(REPEAT('ab', 400000 + i), 'a'))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i",
];

/** One value, of which JavaScript makes a text at one go. */
const LONG_ARRAY =
  "SELECT GENERATE_TIMESTAMP_ARRAY(ts, TIMESTAMP_ADD(ts, INTERVAL 4000000 SECOND), INTERVAL 1 SECOND) AS x FROM (SELECT TIMESTAMP '2026-01-01' AS ts)";

/** One batch of rows, at which DuckDB cannot be interrupted, and minutes of work for the regular expression. */
const ENDLESS =
  "SELECT MAX(LENGTH(REGEXP_EXTRACT(REPEAT('ab', 5000 + i), '((?:a|b)*a(?:a|b){200})'))) AS n FROM UNNEST(GENERATE_ARRAY(1, 2048)) AS i";

/** How often a process is looked at from outside. */
const SAMPLE_MS = 2;

const AUTHORED = 'WITH words AS (SELECT word AS w, n FROM words) SELECT w FROM words';

describe('the processes that run callers’ SQL', () => {
  let folder: string;
  let engine: DuckDbEngine;
  const fork = jest.spyOn(childProcess, 'fork');

  const sandboxOf = (opened: DuckDbEngine, parameters: readonly Argument[] = []) =>
    opened.sandbox(statementOf(AUTHORED, parameters));
  const ask = async (sql: string, most?: Partial<Statement>) =>
    rowsOf(await sandboxOf(engine, most?.parameters).run({ ...statementOf(sql), ...most }));
  const failure = async (sql: string, most?: Partial<Statement>): Promise<QuernError> => {
    const error: unknown = await ask(sql, most).catch((thrown: unknown) => thrown);
    if (error instanceof QuernError) return error;
    throw new Error(`no failure, but ${JSON.stringify(error)}`);
  };
  const started = () => fork.mock.results.map(({ value }) => value as ChildProcess);
  const running = () => started().filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);

  beforeAll(async () => {
    folder = await dataFolder({
      'words.ndjson': ndjson({ word: 'ab', n: 1 }, { word: 'cd', n: 2 }),
    });
    engine = new DuckDbEngine({ ...duckDbOptions(folder), sandbox: { processes: 1, memoryLimitBytes: LIMIT } });
    await engine.open('run');
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  it('starts one for the first query, and keeps it', async () => {
    expect(started()).toHaveLength(0);
    expect(await ask('SELECT w, n FROM words ORDER BY n DESC')).toEqual([
      ['cd', 2],
      ['ab', 1],
    ]);
    expect(await ask('SELECT COUNT(*) AS n FROM words')).toEqual([[2]]);
    expect(started()).toHaveLength(1);
  });

  it.each([...HOGS, LONG_ARRAY])('bounds the memory of %s', async (sql) => {
    const before = process.memoryUsage.rss();
    // The process has the lowest priority: beside busy cores it comes to its memory late.
    const asked = failure(sql, { timeoutSeconds: 110 });
    const { pid } = running()[0] ?? {};
    let most = 0;
    while ((await Promise.race([asked, setTimeout(SAMPLE_MS, 'turn')])) === 'turn')
      most = Math.max(most, residentBytes(pid));
    const { code, detail } = await asked;
    expect([code, detail]).toEqual(['query_failed', expect.stringMatching(/more memory than it may have|too large/)]);
    expect(most).toBeLessThan(LIMIT * 1.25);
    expect(process.memoryUsage.rss() - before).toBeLessThan(100_000_000);
    expect(await ask('SELECT MAX(w) AS w FROM words')).toEqual([['cd']]);
  });

  it('ends one whose run cannot be interrupted', async () => {
    const stuck = running()[0];
    const { code } = await failure(ENDLESS, { timeoutSeconds: 0.5 });
    expect(code).toBe('deadline_exceeded');
    expect(await ask('SELECT MIN(w) AS w FROM words')).toEqual([['ab']]);
    expect(stuck?.signalCode).toBe('SIGKILL');
  });

  it('runs with the values of the call, and says when they make it fail', async () => {
    expect((await failure('SELECT CAST(w AS INT64) AS n FROM words')).code).toBe('invalid_sql');
    expect(await ask('SELECT n FROM words WHERE w = @word', { parameters: [AB] })).toEqual([[1]]);
  });

  it.each([
    [
      'SELECT n / (n - n) AS x FROM words',
      'Line 1, column 10: the query failed as it ran: division by zero; SAFE_DIVIDE(a, b) is NULL for a divisor of 0.',
    ],
    [
      'SELECT n / 2 AS half, MOD(n, n - n) AS x FROM words WHERE n / n > 0',
      'Line 1, column 23: the query failed as it ran: division by zero; SAFE.MOD(a, b) is NULL for a divisor of 0. Line 1, column 61: or here.',
    ],
    [
      'SELECT CAST(w AS INT64) AS x FROM words',
      'Line 1, column 8: the query failed as it ran: bad INT64 value; SAFE_CAST(x AS INT64) is NULL for what is no INT64.',
    ],
    // Nothing in it is a CAST.
    ['SELECT PARSE_NUMERIC(w) AS x FROM words', 'The query failed as it ran: bad NUMERIC value.'],
    [
      "SELECT FROM_BASE32(CONCAT(w, '=')) AS x FROM words",
      'The query failed as it ran: text of another form than padded base32.',
    ],
    ["SELECT TO_JSON_STRING(PARSE_JSON(CONCAT('{', w))) AS x FROM words", 'The query failed as it ran: invalid JSON.'],
    ['SELECT 9223372036854775807 + n AS x FROM words', 'The query failed as it ran: a number is out of range.'],
    [
      'WITH RECURSIVE r AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM r) SELECT MAX(i) AS x FROM r',
      'The query failed as it ran: a recursive WITH query goes on for more than 500 iterations.',
    ],
    ['SELECT SUM(n + 1.7e308) AS x FROM words', 'The query failed as it ran: floating point overflow in SUM.'],
    ['SELECT EXP(n + 1000) AS x FROM words', 'The query failed as it ran: floating point error in EXP.'],
    [
      "SELECT JSON_ARRAY_INSERT(JSON '[1]', '$[0]', GENERATE_ARRAY(n + 1, n)) AS x FROM words",
      'The query failed as it ran: JSON_ARRAY_INSERT of an empty ARRAY.',
    ],
    [
      "SELECT FORMAT_DATE('%G', DATE_SUB(DATE '1000-01-02', INTERVAL n DAY)) AS x FROM words",
      'The query failed as it ran: a year below 1000 in a format.',
    ],
    // DuckDB works out what is constant before it runs.
    [
      "SELECT TO_JSON_STRING(PARSE_JSON(CONCAT('{', 'a'))) AS x FROM words",
      'The query failed as it ran: invalid JSON.',
    ],
    [
      "SELECT REGEXP_CONTAINS(w, '[') AS x FROM words",
      'Line 1, column 27: this is no regular expression of RE2: missing ] in "[".',
    ],
    ['SELECT SUM(n + 9223372036854775806) AS x FROM words', 'The query failed as it ran: a number is out of range.'],
    [
      'SELECT (SELECT n FROM words) AS x',
      'The query failed as it ran: a subquery in an expression has more than one row; add LIMIT 1, or aggregate it.',
    ],
    [
      'SELECT ARRAY_AGG(NULLIF(n, 1)) AS x FROM words',
      'The query failed as it ran: an ARRAY of the answer has a NULL element; write ARRAY_AGG(x IGNORE NULLS), for example.',
    ],
    // Words that the query makes may be of what its caller is not to see.
    ["SELECT ERROR(CONCAT('a ', w)) AS x FROM words", 'The query could not be run with these values.'],
  ])('says why %s fails, and no value', async (sql, detail) => {
    expect((await failure(sql)).detail).toBe(detail);
  });

  it('gives way to the caller’s own end, and goes on with the next', async () => {
    const abort = new AbortController();
    const asked = ask(ENDLESS, { signal: abort.signal });
    abort.abort(new Error('the client has left'));
    await expect(asked).rejects.toThrow('the client has left');
    expect(await ask('SELECT COUNT(*) AS n FROM words')).toEqual([[2]]);
  });

  it('brings an answer of many messages whole and in order', async () => {
    const rows = await ask("SELECT i, REPEAT('x', 3000) AS s FROM UNNEST(GENERATE_ARRAY(1, 1000)) AS i ORDER BY i");
    expect(rows.map(([i]) => i)).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
  });

  it('takes a crash for what it is, and goes on with the next', async () => {
    const asked = failure(ENDLESS);
    await setImmediate();
    running()[0]?.kill('SIGSEGV');
    expect(await asked).toMatchObject({
      code: 'query_failed',
      detail: 'The query could not be run with these values.',
    });
    expect(await ask('SELECT COUNT(*) AS n FROM words')).toEqual([[2]]);
  });

  it('says that the data has gone, and finds it again when it is back', async () => {
    const words = join(folder, 'words.ndjson');
    await rename(words, `${words}.away`);
    running()[0]?.kill('SIGKILL');
    await eventually(() => running().length === 0);
    expect((await failure('SELECT COUNT(*) AS n FROM words')).code).toBe('engine_unavailable');
    await rename(`${words}.away`, words);
    expect(await ask('SELECT COUNT(*) AS n FROM words')).toEqual([[2]]);
  });

  it('knows nothing of the service’s environment', async () => {
    const [child] = running();
    expect(fork.mock.calls.map(([, options]) => (options as childProcess.ForkOptions).env)).toEqual(
      started().map(() => ({})),
    );
    if (process.platform === 'linux') {
      const environment = await readFile(`/proc/${child?.pid}/environ`, 'utf8');
      expect(environment.split('\0').filter((line) => !line.startsWith('NODE_CHANNEL_'))).toEqual(['']);
    }
  });

  const onLinux = process.platform === 'linux' ? it : it.skip;
  onLinux('lets everybody else go first, with all threads but the one that watches it', () => {
    const [child] = running();
    const folder = `/proc/${String(child?.pid)}/task`;
    const nices = readdirSync(folder).map((id) => {
      // The name of a thread, in brackets, may have spaces.
      const [, rest = ''] = readFileSync(`${folder}/${id}/stat`, 'utf8').split(/\) (?!.*\) )/);
      return Number(rest.split(' ')[16]);
    });
    expect(nices.length).toBeGreaterThan(5);
    expect(nices.filter((nice) => nice !== 19)).toEqual([getPriority()]);
  });

  it('is cut short in what it says of a text of the query’s own making, and in the names of columns', async () => {
    const { detail, cause } = await failure("SELECT ERROR(REPEAT('a ', 500000)) AS x FROM words");
    expect(detail).toBe('The query could not be run with these values.');
    expect((cause as Error).message).toMatch(/^.*a a a/);
    expect((cause as Error).message.length).toBeLessThanOrEqual(2000);
    const { detail: refused } = await failure(`SELECT n AS ${'a'.repeat(301)} FROM words`);
    expect(refused).toContain('the name of a column has more than 300 characters');
  });

  it('ends with the service, however that ends', async () => {
    const orphan = childProcess.fork(SANDBOX_MAIN, { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
    const ended = once(orphan, 'exit');
    orphan.send({ query: {} });
    expect(await once(orphan, 'message')).toEqual([expect.objectContaining({ mustEnd: true }), undefined]);
    orphan.disconnect();
    expect(await ended).toEqual([null, 'SIGKILL']);
  });

  it('starts one with the service where there will be callers, and gives it to the first of them', async () => {
    const sandbox = { processes: 2, memoryLimitBytes: LIMIT };
    const other = new DuckDbEngine({ ...duckDbOptions(folder), sandbox });
    const count = () => started().length - before;
    const before = started().length;
    await other.open('run');
    const counts = [count()];
    await sandboxOf(other).prepare();
    counts.push(count());
    const rows = rowsOf(await sandboxOf(other).run(statementOf('SELECT 1 AS x')));
    counts.push(count());
    await other.close();
    expect(rows).toEqual([[1]]);
    expect(counts).toEqual([0, 1, 1]);
  });

  it('leaves none behind when the engine is closed, not even one that runs', async () => {
    const asked = failure(ENDLESS);
    await engine.close();
    expect((await asked).code).toBe('engine_unavailable');
    expect(started().length).toBeGreaterThan(1);
    expect(running()).toEqual([]);
  });
});
