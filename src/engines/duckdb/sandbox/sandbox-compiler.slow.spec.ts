import { setImmediate } from 'node:timers/promises';
import { SandboxCompiler } from '../../sandbox/sandbox-compiler.js';
import { type Compiled } from '../compiler/compile.js';
import { type CompilerRequest } from './sandbox-compiler-main.js';
import { SANDBOX_COMPILER_MAIN } from './sandbox-compiler-path.js';
import { compileSandbox } from '../compiler/sandbox/sandbox.js';
import { type Table } from '../compiler/names/tables.js';

const TABLES: ReadonlyMap<string, Table> = new Map([
  ['t', { sql: 'data.t', columns: [{ name: 'id', type: { kind: 'INT64' }, output: 'id' }] }],
]);

/** As long as a caller's text may be, and all of it to be compiled. */
const LONG = `SELECT id FROM r WHERE id IN (${Array(9000).fill('12345').join(', ')})`;

/** Where every core is busy, a text may take longer than callers are given. */
const PATIENT_MS = 100_000;

describe('SandboxCompiler', () => {
  let compiler: SandboxCompiler<CompilerRequest, Compiled>;
  const sandbox = compileSandbox(
    { sql: 'WITH r AS (SELECT id FROM t) SELECT id FROM r', parameters: [], maxRows: 10 },
    TABLES,
  );

  beforeEach(() => {
    compiler = new SandboxCompiler(SANDBOX_COMPILER_MAIN, 1, PATIENT_MS);
  });
  afterEach(async () => compiler.close());

  const staying = () => new AbortController().signal;
  const compileWith = async (
    by: SandboxCompiler<CompilerRequest, Compiled>,
    sql: string,
    signal = staying(),
    caller?: string,
  ) => {
    if ('message' in sandbox) throw new Error(sandbox.message);
    return by.compile({ sandbox, sql, maxRows: 10 }, signal, caller === undefined ? {} : { caller });
  };
  const compile = async (sql: string, signal?: AbortSignal) => compileWith(compiler, sql, signal);
  const by = async (caller: string, sql: string) => compileWith(compiler, sql, staying(), caller);

  it('says what a text is compiled to, or where it is wrong', async () => {
    expect(await compile('SELECT id AS n FROM r')).toMatchObject({
      sql: expect.stringContaining('data.t') as string,
      columns: [{ name: 'n', type: 'INT64' }],
    });
    expect(await compile('SELECT nope FROM r')).toMatchObject({
      line: 1,
      column: 8,
      message: 'unrecognized name "nope". There are id, r',
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
      expect(await compile(`SELECT '${word}' AS x`)).toHaveProperty('sql');
    },
  );

  it('takes one text of a caller at a time, and lets few wait', async () => {
    const [first, second, third] = await Promise.allSettled([by('a', LONG), by('a', 'SELECT 1 AS x'), by('a', LONG)]);
    expect([first.status, second.status]).toEqual(['fulfilled', 'fulfilled']);
    expect(third).toMatchObject({ status: 'rejected', reason: { code: 'engine_busy' } });
  });

  it('compiles what others send while one caller’s long texts go on', async () => {
    // Both threads are there.
    await Promise.all([by('a', 'SELECT 1 AS x'), by('b', 'SELECT 1 AS x')]);
    const finished: string[] = [];
    const sent = [
      ['a', LONG],
      ['a', LONG],
      ['b', 'SELECT id FROM r'],
    ] as const;
    await Promise.all(sent.map(async ([caller, sql]) => by(caller, sql).then(() => finished.push(caller))));
    expect(finished).toEqual(['b', 'a', 'a']);
  });

  it('gives up a text that takes too long, and goes on with the next', async () => {
    const hasty = new SandboxCompiler<CompilerRequest, Compiled>(SANDBOX_COMPILER_MAIN, 1, 1);
    const texts = await Promise.all([LONG, LONG].map(async (sql) => compileWith(hasty, sql)));
    const tooLong = { line: 1, column: 1, message: 'this takes too long to compile; ask for less at once' };
    expect(texts).toEqual([tooLong, tooLong]);
    await hasty.close();
  });

  it('goes on with the next where nobody waits for a text any more', async () => {
    const abort = new AbortController();
    const long = compile(LONG, abort.signal);
    abort.abort(new Error('the client has left'));
    await expect(long).rejects.toThrow('the client has left');
    expect(await compile('SELECT 1 AS x')).toHaveProperty('sql');
  });

  it('keeps its thread, and writes nothing, where a text breaks the parser', async () => {
    const errors = jest.spyOn(process.stderr, 'write');
    const threads = new Set<unknown>();
    for (const text of ['SELECT 1 AS x', 'FROM a.', 'SELECT 1 x DROP id', `SELECT 1 FROM ${'a.'.repeat(100)}`]) {
      await compile(text);
      threads.add(Reflect.get(compiler, 'thread'));
    }
    expect(threads.size).toBe(1);
    expect(await compile('SELECT id FROM r.')).toEqual({
      line: 1,
      column: 18,
      message: 'syntax error: the query ends too early',
    });
    expect(await compile('SELECT 1 AS x')).toHaveProperty('sql');
    expect(errors).not.toHaveBeenCalled();
    errors.mockRestore();
  });

  it('ends what it compiles when it is closed', async () => {
    const long = compile(LONG);
    await setImmediate();
    await compiler.close();
    await expect(long).rejects.toThrow('has ended');
  });
});
