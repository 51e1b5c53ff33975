import { setImmediate } from 'node:timers/promises';
import { CallersCompiler } from './callers-compiler.js';
import { openSandbox } from './duckdb/dialect/sandbox.js';
import { type Table } from './duckdb/dialect/scope.js';

const TABLES: ReadonlyMap<string, Table> = new Map([
  ['t', { sql: 'data.t', columns: [{ name: 'id', type: { kind: 'INT64' }, output: 'id' }] }],
]);

/** As long as a caller's text may be, and all of it to be compiled. */
const LONG = `SELECT id FROM r WHERE id IN (${Array(9000).fill('12345').join(', ')})`;

describe('CallersCompiler', () => {
  let compiler: CallersCompiler;
  const sandbox = openSandbox(
    { sql: 'WITH r AS (SELECT id FROM t) SELECT id FROM r', parameters: [], maxRows: 10 },
    TABLES,
  );

  beforeEach(() => {
    compiler = new CallersCompiler(1);
  });
  afterEach(async () => compiler.close());

  const compile = async (callerSql: string, signal = new AbortController().signal) => {
    if ('message' in sandbox) throw new Error(sandbox.message);
    return compiler.compile({ sandbox, callerSql, maxRows: 10 }, signal);
  };

  it('says what a text is compiled to, or where it is wrong', async () => {
    expect(await compile('SELECT id AS n FROM r')).toMatchObject({
      sql: expect.stringContaining('data.t') as string,
      columns: [{ name: 'n', type: 'INT64' }],
    });
    expect(await compile('SELECT nope FROM r')).toMatchObject({
      line: 1,
      column: 8,
      message: 'unrecognized name "nope". To read from, there is r (id INT64)',
    });
  });

  it('leaves the event loop to others meanwhile', async () => {
    await compile('SELECT 1 AS x');
    const long = compile(LONG);
    let turns = 0;
    while ((await Promise.race([long, setImmediate('turn')])) === 'turn') turns += 1;
    expect(await long).toHaveProperty('sql');
    expect(turns).toBeGreaterThan(100);
  });

  it.each(['a'.repeat(65_000), `a_${'1'.repeat(60_000)}x`, 'a_1'.repeat(21_000)])(
    'minds no length of a word (%#)',
    async (word) => {
      await compile('SELECT 1 AS x');
      const started = performance.now();
      expect(await compile(`SELECT '${word}' AS x`)).toHaveProperty('sql');
      // Where the time goes with the square of the length, these are seconds.
      expect(performance.now() - started).toBeLessThan(1500);
    },
  );

  it('takes one text at a time, and lets few wait', async () => {
    const [first, second, third] = await Promise.allSettled([compile(LONG), compile('SELECT 1 AS x'), compile(LONG)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'engine_busy' } });
  });

  it('gives up a text that takes too long, and goes on with the next', async () => {
    const columns = Array.from({ length: 2000 }, (_, index) => `${index} AS c${index}`).join(', ');
    const wide = openSandbox({ sql: `WITH wide AS (SELECT ${columns}) SELECT 1`, parameters: [], maxRows: 10 }, TABLES);
    if ('message' in wide) throw new Error(wide.message);
    const renames = Array.from({ length: 60 }, (_, index) => `|> RENAME c${index} AS d${index}`).join(' ');
    const text = { sandbox: wide, callerSql: `FROM wide ${renames} |> SELECT c1999`, maxRows: 10 };
    expect(await compiler.compile(text, new AbortController().signal)).toEqual({
      line: 1,
      column: 1,
      message: 'this takes too long to compile; ask for less at once',
    });
    expect(await compile('SELECT 1 AS x')).toHaveProperty('sql');
  });

  it('goes on with the next where nobody waits for a text any more', async () => {
    const abort = new AbortController();
    const long = compile(LONG, abort.signal);
    abort.abort(new Error('the client has left'));
    await expect(long).rejects.toThrow('the client has left');
    expect(await compile('SELECT 1 AS x')).toHaveProperty('sql');
  });

  it('ends what it compiles when it is closed', async () => {
    const long = compile(LONG);
    await setImmediate();
    await compiler.close();
    await expect(long).rejects.toThrow('has ended');
  });
});
