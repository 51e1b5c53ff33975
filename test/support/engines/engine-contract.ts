import { format } from 'node:util';
import {
  type Argument,
  type Column,
  type Engine,
  type Result,
  type ScalarArgument,
  type ScalarType,
  type Statement,
} from '../../../src/engines/engine.js';
import { type ValueFormats } from '../../../src/engines/json-values.js';
import { NUMBER_FORMATS } from '../../../src/engines/number-format.js';
import { NUMBERS } from './numbers.js';
import { mistakesOfResult } from '../contract/schemas.js';

export interface ContractOptions extends ValueFormats {
  /** Queries that run at the same time, and those that may wait. */
  readonly connections: number;
  readonly queueMax: number;
}

export interface OpenedEngine {
  readonly engine: Engine;
  close(): Promise<void>;
}

/** Differences that an engine's own server makes. */
export interface ContractTerms {
  /** A query that takes any amount of time longer than the tests wait for it; by default it takes minutes. */
  readonly slowQuery?: string;
  /** Waits until the server is idle again, where it does not end a query that the engine has left; tests would wait behind each other's. */
  readonly settled?: () => Promise<void>;
  /** Checking a query tells how many bytes it would read. */
  readonly tellsBytes?: boolean;
  /** Titles of tests that fail, by a documented fault of the server; one that no longer fails is reported. */
  readonly exceptions?: readonly string[];
}

const DEFAULTS: ContractOptions = { timestamps: 'iso8601', numbers: 'exact', connections: 2, queueMax: 10 };

/** Counts to a number that takes any engine minutes. */
const ENDLESS_QUERY = `
  SELECT SUM(MOD(a * b + c, 7)) AS n FROM UNNEST(GENERATE_ARRAY(1, 100000)) AS a
  CROSS JOIN UNNEST(GENERATE_ARRAY(1, 100000)) AS b CROSS JOIN UNNEST(GENERATE_ARRAY(1, 100000)) AS c`;

/** Patience with a run behind one that its server may not end: nobody promises how long that takes, least of all on a busy machine. */
const PATIENT = { timeoutSeconds: 600 };
const PATIENT_MS = 600_000;

function statement(sql: string, rest: Partial<Statement> = {}): Statement {
  const signal = new AbortController().signal;
  return { sql, parameters: [], maxRows: 100, timeoutSeconds: 280, signal, labels: {}, ...rest };
}

function argument(type: ScalarType, value: Argument['value'], array = false): Argument {
  return { name: 'value', type, array, value };
}

function failure(run: Promise<Result>): Promise<unknown> {
  return run.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}

/** Jest's `it`, but for the titles that are known to fail. */
function testsExcept(exceptions: readonly string[]) {
  interface Each {
    <T extends readonly unknown[] | [unknown]>(
      table: readonly T[],
    ): (title: string, test: (...values: T) => Promise<void>) => void;
    <T>(table: readonly T[]): (title: string, test: (value: T) => Promise<void>) => void;
  }
  const unknown = new Set(exceptions);
  const one = (title: string, test: () => Promise<void>, timeoutMs?: number) => {
    unknown.delete(title);
    (exceptions.includes(title) ? it.failing : it)(title, test, timeoutMs);
  };
  const each: Each = (table: readonly unknown[]) => (template: string, test: (...values: never[]) => Promise<void>) => {
    const places = template.match(/%[a-z]/g)?.length ?? 0;
    for (const row of table) {
      const values: unknown[] = Array.isArray(row) ? row : [row];
      one(format(template, ...values.slice(0, places)), () => test(...(values as never[])));
    }
  };
  return Object.assign(one, { each, unknown });
}

/** The promises of every engine; the queries are GoogleSQL and need no table. */
export function describeEngine(
  name: string,
  open: (options: ContractOptions) => Promise<OpenedEngine>,
  {
    slowQuery = ENDLESS_QUERY,
    settled = () => Promise.resolve(),
    tellsBytes = false,
    exceptions = [],
  }: ContractTerms = {},
): void {
  const it = testsExcept(exceptions);

  describe(`${name} as an engine`, () => {
    let opened: OpenedEngine;

    beforeAll(async () => {
      opened = await open(DEFAULTS);
    });

    afterAll(() => opened.close());

    /** A run whose rows have to fit the contract's schemas of their columns. */
    const run = async (sql: string, rest: Partial<Statement> = {}) => {
      const result = await opened.engine.run(statement(sql, rest));
      expect(mistakesOfResult(result, rest)).toEqual([]);
      return result;
    };

    /** The JSON text of the first value. */
    const json = async (sql: string, parameters: readonly Argument[] = []) =>
      (await run(`SELECT ${sql} AS x`, { parameters })).rows[0]?.[0];

    async function withEngine(
      options: Partial<ContractOptions>,
      use: (engine: Engine) => Promise<void>,
    ): Promise<void> {
      const other = await open({ ...DEFAULTS, ...options });
      try {
        await use(other.engine);
      } finally {
        await other.close();
      }
    }

    describe('values', () => {
      it.each([
        ['9007199254740991', '9007199254740991'],
        ['-9007199254740991', '-9007199254740991'],
        ['9007199254740992', '"9007199254740992"'],
        ['-9007199254740992', '"-9007199254740992"'],
        ['-9223372036854775808', '"-9223372036854775808"'],
        ['CAST(12 AS NUMERIC)', '12'],
        ['CAST(9007199254740993 AS NUMERIC)', '"9007199254740993"'],
        ['1.5', '1.5'],
        ['1e21', '1e+21'],
        ['IEEE_DIVIDE(0, 0)', '"NaN"'],
        ['IEEE_DIVIDE(1, 0)', '"Infinity"'],
        ['IEEE_DIVIDE(-1, 0)', '"-Infinity"'],
        ['TRUE', 'true'],
        [`'é "q"\\n\\\\'`, '"é \\"q\\"\\n\\\\"'],
        [`b'\\xff\\x00a'`, '"/wBh"'],
        [`DATE '0001-01-01'`, '"0001-01-01"'],
        [`DATE '1969-12-31'`, '"1969-12-31"'],
        [`DATETIME '1969-12-31 23:59:59.999999'`, '"1969-12-31T23:59:59.999999"'],
        [`DATETIME '2026-11-20 10:00:00'`, '"2026-11-20T10:00:00"'],
        [`TIMESTAMP '2026-11-20 10:00:00'`, '"2026-11-20T10:00:00Z"'],
        [`TIMESTAMP '2026-11-20 10:00:00.120'`, '"2026-11-20T10:00:00.12Z"'],
        [`TIMESTAMP '1969-12-31 23:59:59.999999'`, '"1969-12-31T23:59:59.999999Z"'],
        [`TIMESTAMP '0001-01-01 00:00:00'`, '"0001-01-01T00:00:00Z"'],
        [`TIMESTAMP '9999-12-31 23:59:59.999999'`, '"9999-12-31T23:59:59.999999Z"'],
        ['[1, 2]', '[1,2]'],
        ['ARRAY<STRING>[]', '[]'],
        ['CAST(NULL AS ARRAY<INT64>)', '[]'],
        [`STRUCT('x' AS a, [STRUCT(1 AS c), STRUCT(NULL AS c)] AS b)`, '{"a":"x","b":[{"c":1},{"c":null}]}'],
        [
          String.raw`[STRUCT('\x1f \\u001F \\\x1f "é\n' AS s, 9007199254740993 AS n, -9007199254740991 AS m, TRUE AS b)]`,
          String.raw`[{"s":"\u001f \\u001F \\\u001f \"é\n","n":"9007199254740993","m":-9007199254740991,"b":true}]`,
        ],
        ['STRUCT(CAST(NULL AS ARRAY<STRING>) AS a, STRUCT(1 AS x, NULL AS y) AS b)', '{"a":[],"b":{"x":1,"y":null}}'],
        ['[9007199254740991, -9007199254740992]', '[9007199254740991,"-9007199254740992"]'],
        [`[STRUCT(TIMESTAMP '1969-12-31 23:59:59.5' AS t)]`, '[{"t":"1969-12-31T23:59:59.5Z"}]'],
      ])('%s is %s', async (sql, expected) => {
        expect(await json(sql)).toBe(expected);
      });

      it.each(['STRING', 'BYTES', 'INT64', 'FLOAT64', 'NUMERIC', 'BOOL', 'DATE', 'DATETIME', 'TIMESTAMP', 'TIME'])(
        'NULL of %s is null',
        async (type) => {
          const { columns, rows } = await run(`SELECT CAST(NULL AS ${type}) AS x`);
          expect(columns).toEqual([{ name: 'x', type }]);
          expect(rows).toEqual([['null']]);
        },
      );

      it('writes timestamps as microseconds where that is set', () =>
        withEngine({ timestamps: 'unix-micros' }, async (engine) => {
          const sql = `SELECT TIMESTAMP '1970-01-01 00:00:01.5' AS a, [STRUCT(TIMESTAMP '1969-12-31 23:59:59.5' AS t)] AS b,
            TIMESTAMP '9999-12-31 23:59:59.999999' AS c, DATETIME '2026-11-20 10:00:00' AS d`;
          const result = await engine.run(statement(sql));
          expect(result.rows).toEqual([
            ['1500000', '[{"t":-500000}]', '"253402300799999999"', '"2026-11-20T10:00:00"'],
          ]);
          expect(mistakesOfResult(result, { timestamps: 'unix-micros' })).toEqual([]);
          expect(mistakesOfResult(result, { timestamps: 'iso8601' })).not.toEqual([]);
        }));
    });

    describe('numbers', () => {
      it.each(NUMBER_FORMATS)('as %s', (numbers) =>
        withEngine({ numbers }, async (engine) => {
          const written: string[][] = [];
          for (const [sql] of NUMBERS) {
            const result = await engine.run(statement(`SELECT ${sql} AS x`));
            expect(mistakesOfResult(result, { numbers })).toEqual([]);
            written.push([sql, ...(result.rows[0] ?? [])]);
          }
          expect(written).toEqual(NUMBERS.map(([sql, texts]) => [sql, texts[numbers]]));
        }),
      );

      it('follow the column’s own rule, nested ones too, and no other column does', async () => {
        const sql = `SELECT 1 AS a, 2 AS b, [3] AS c, [4] AS d, [STRUCT(NUMERIC '5' AS n)] AS e`;
        const columnNumbers = new Map([
          ['a', 'string'],
          ['c', 'string'],
          ['e', 'string'],
        ] as const);
        const exact = ['1', '2', '[3]', '[4]', '[{"n":5}]'];
        const mixed = ['"1"', '2', '["3"]', '[4]', '[{"n":"5"}]'];
        expect((await run(sql)).rows).toEqual([exact]);
        expect((await run(sql, { columnNumbers })).rows).toEqual([mixed]);
        expect((await run(sql)).rows).toEqual([exact]);
      });

      it('follow the column’s own rule where the engine has another', () =>
        withEngine({ numbers: 'string' }, async (engine) => {
          const columnNumbers = new Map([
            ['a', 'number'],
            ['b', 'exact'],
            ['c', 'exact'],
          ] as const);
          const sql = `SELECT 9007199254740993 AS a, NUMERIC '1' AS b, [1, 9007199254740993] AS c, 1 AS d`;
          expect((await engine.run({ ...statement(sql), columnNumbers })).rows).toEqual([
            ['9007199254740993', '1', '[1,"9007199254740993"]', '"1"'],
          ]);
        }));
    });

    describe('parameters', () => {
      it.each<[ScalarType, Argument['value'], string]>([
        ['STRING', `it's "é" \\ 🦆`, JSON.stringify(`it's "é" \\ 🦆`)],
        ['STRING', '', '""'],
        ['INT64', 9007199254740991n, '9007199254740991'],
        ['INT64', -(2n ** 63n), '"-9223372036854775808"'],
        ['FLOAT64', 0.1, '0.1'],
        ['FLOAT64', NaN, '"NaN"'],
        ['BOOL', false, 'false'],
        ['TIMESTAMP', -1n, '"1969-12-31T23:59:59.999999Z"'],
        ['DATE', '1969-12-31', '"1969-12-31"'],
        ['DATE', '0001-01-01', '"0001-01-01"'],
      ])('%s %s', async (type, value, expected) => {
        expect(await json('@value', [argument(type, value)])).toBe(expected);
      });

      it.each<[ScalarType, readonly (string | bigint | number | boolean)[], string]>([
        ['STRING', ['a', ''], '["a",""]'],
        ['INT64', [1n, -1n], '[1,-1]'],
        ['FLOAT64', [0.5], '[0.5]'],
        ['BOOL', [true, false], '[true,false]'],
        ['TIMESTAMP', [0n], '["1970-01-01T00:00:00Z"]'],
        ['DATE', ['2026-11-20'], '["2026-11-20"]'],
      ])('an ARRAY of %s', async (type, values, expected) => {
        expect(await json('@value', [argument(type, values, true)])).toBe(expected);
      });

      it.each<[ScalarType, ScalarArgument]>([
        ['STRING', 'a'],
        ['INT64', 1n],
        ['FLOAT64', 0.5],
        ['BOOL', true],
        ['TIMESTAMP', 0n],
        ['DATE', '2026-11-20'],
      ])('an ARRAY of %s with one element, and without any', async (type, value) => {
        const lengths = (values: readonly ScalarArgument[]) =>
          json('[ARRAY_LENGTH(@value), IF(@value IS NULL, 1, 0)]', [argument(type, values, true)]);
        expect(await lengths([value])).toBe('[1,0]');
        expect(await lengths([])).toBe('[0,0]');
        expect(await json('@value', [argument(type, [], true)])).toBe('[]');
      });

      it.each<ScalarType>(['STRING', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'])(
        'an ARRAY of %s that is NULL',
        async (type) => {
          expect(await json('@value IS NULL', [argument(type, null, true)])).toBe('true');
        },
      );

      const nullOf = async (type: ScalarType) =>
        run('SELECT @value AS x, @value IS NULL AS y', { parameters: [argument(type, null)] });

      it.each<ScalarType>(['STRING', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'])('NULL of %s', async (type) => {
        expect((await nullOf(type)).rows).toEqual([['null', 'true']]);
      });

      it.each<ScalarType>(['STRING', 'INT64', 'FLOAT64', 'BOOL', 'TIMESTAMP', 'DATE'])(
        'NULL of %s keeps its type',
        async (type) => {
          expect((await nullOf(type)).columns[0]).toEqual({ name: 'x', type });
        },
      );

      it('finds them whatever their case, and takes them as values, never as SQL', async () => {
        const parameters: Argument[] = [{ name: 'fooBar', type: 'STRING', array: false, value: `' OR TRUE --` }];
        const { rows } = await run(`SELECT @FOOBAR = '', @fooBar AS y`, { parameters });
        expect(rows).toEqual([['false', JSON.stringify(`' OR TRUE --`)]]);
      });

      it('searches an array', async () => {
        const parameters = [argument('STRING', ['a', 'b'], true)];
        expect(await json(`'b' IN UNNEST(@value)`, parameters)).toBe('true');
        expect(await json(`(SELECT STRING_AGG(v, '+') FROM UNNEST(@value) AS v)`, parameters)).toBe('"a+b"');
      });
    });

    describe('columns and rows', () => {
      it('names and types the columns, also when there are no rows', async () => {
        const result = await run('SELECT 1, [STRUCT(1.5 AS a, "x" AS b)] AS r FROM UNNEST([1]) WHERE FALSE');
        expect(result.columns).toEqual([
          { name: 'f0_', type: 'INT64' },
          { name: 'r', type: 'ARRAY<STRUCT<a FLOAT64, b STRING>>' },
        ]);
        expect(result).toMatchObject({ rows: [], truncated: false });
      });

      it.each([
        [9, 9, true],
        [10, 10, false],
        [11, 10, false],
      ])('cuts off at %i rows, and says so', async (maxRows, count, truncated) => {
        const result = await run('SELECT x FROM UNNEST(GENERATE_ARRAY(1, 10)) AS x ORDER BY x DESC', { maxRows });
        expect(result.truncated).toBe(truncated);
        expect(result.rows).toHaveLength(count);
        expect(result.rows[0]).toEqual(['10']);
      });

      it.each([
        ['max_rows', 9, Infinity, 9, true],
        ['its sink', 100, 4, 4, true],
        ['neither', 10, Infinity, 10, false],
      ])('hands its rows over, cut off by %s', async (_, maxRows, room, count, truncated) => {
        const taken: unknown[] = [];
        const sink = {
          begin: (columns: readonly Column[]) => taken.push(columns),
          add: (row: readonly string[]) => taken.length <= room && taken.push(row) > 0,
        };
        const sql = 'SELECT x FROM UNNEST(GENERATE_ARRAY(1, 10)) AS x ORDER BY x';
        const result = await opened.engine.run(statement(sql, { maxRows, sink }));
        expect(result).toMatchObject({ rows: [], truncated });
        expect(taken).toEqual([result.columns, ...Array.from({ length: count }, (_row, index) => [String(index + 1)])]);
      });

      it('keeps the order of many rows', async () => {
        const sql = 'SELECT x FROM UNNEST(GENERATE_ARRAY(1, 9000)) AS x ORDER BY MOD(x, 10), x';
        const { rows } = await run(sql, { maxRows: 10_000 });
        const expected = Array.from({ length: 9000 }, (_, index) => index + 1).sort(
          (a, b) => (a % 10) - (b % 10) || a - b,
        );
        expect(rows.map(([x]) => Number(x))).toEqual(expected);
      });

      it('checks a query without running it', async () => {
        expect(await opened.engine.check(statement('SELECT 1 AS x'))).toEqual({
          columns: [{ name: 'x', type: 'INT64' }],
          ...(tellsBytes && { bytesProcessed: expect.any(Number) as number }),
          problems: [],
        });
        const { problems } = await opened.engine.check(statement('SELECT\n  nope AS x'));
        expect(problems).toEqual([expect.objectContaining({ line: 2, column: 3 })]);
      });
    });

    describe('ends', () => {
      afterEach(settled, PATIENT_MS);

      it('a run whose time is over', async () => {
        const error = await failure(run(slowQuery, { timeoutSeconds: 0.2 }));
        expect(error).toMatchObject({ code: 'deadline_exceeded' });
      });

      it(
        'a run that nobody waits for any more, and gives its place to the next',
        () =>
          withEngine({ connections: 1, queueMax: 1 }, async (engine) => {
            const leave = new AbortController();
            const running = failure(engine.run(statement(slowQuery, { signal: leave.signal })));
            const next = engine.run(statement('SELECT 1', PATIENT));
            const reason = new Error('left');
            setTimeout(() => {
              leave.abort(reason);
            }, 100);
            expect(await running).toBe(reason);
            expect((await next).rows).toEqual([['1']]);
          }),
        PATIENT_MS,
      );

      it(
        'a run that waits for its turn',
        () =>
          withEngine({ connections: 1, queueMax: 2 }, async (engine) => {
            const leave = new AbortController();
            const running = failure(engine.run(statement(slowQuery, { signal: leave.signal })));
            expect(await failure(engine.run(statement('SELECT 1', { timeoutSeconds: 0.1 })))).toMatchObject({
              code: 'deadline_exceeded',
            });
            const reason = new Error('left');
            leave.abort(reason);
            expect(await running).toBe(reason);
            expect((await engine.run(statement('SELECT 1', PATIENT))).rows).toEqual([['1']]);
          }),
        PATIENT_MS,
      );

      it(
        'a run whose rows are being handed over, which takes its place until then',
        () =>
          withEngine({ connections: 1, queueMax: 1 }, async (engine) => {
            const all = 100_000;
            const leave = new AbortController();
            const reason = new Error('left');
            const places: number[] = [];
            const add = () => {
              if (places.push(engine.activity.slotsInUse) === 1) leave.abort(reason);
              return true;
            };
            const sql = `SELECT n FROM UNNEST(GENERATE_ARRAY(1, ${all})) AS n`;
            const rest = { ...PATIENT, maxRows: all, signal: leave.signal, sink: { begin: () => undefined, add } };
            expect(await failure(engine.run(statement(sql, rest)))).toBe(reason);
            // No row is handed over any more by the turn of the next run.
            await engine.run(statement('SELECT 1', PATIENT));
            expect(places.length).toBeLessThan(all);
            expect(new Set(places)).toEqual(new Set([1]));
          }),
        PATIENT_MS,
      );

      it('a run that nobody waited for from the start', async () => {
        const reason = new Error('left');
        expect(await failure(run('SELECT 1', { signal: AbortSignal.abort(reason) }))).toBe(reason);
      });
    });

    it(
      'refuses one run too many at once',
      () =>
        withEngine({ connections: 1, queueMax: 1 }, async (engine) => {
          const leave = new AbortController();
          const runs = [1, 2].map(() => failure(engine.run(statement(slowQuery, { signal: leave.signal }))));
          const error = await failure(engine.run(statement('SELECT 1')));
          expect(error).toMatchObject({ code: 'engine_busy', retryAfterSeconds: expect.any(Number) as number });
          leave.abort(new Error('left'));
          await Promise.all(runs);
          expect((await engine.run(statement('SELECT 1', PATIENT))).rows).toEqual([['1']]);
        }),
      PATIENT_MS,
    );

    it('runs queries beside each other', async () => {
      const sql =
        'SELECT SUM(MOD(a * b, 7)) FROM UNNEST(GENERATE_ARRAY(1, 300)) AS a CROSS JOIN UNNEST(GENERATE_ARRAY(1, @value)) AS b';
      const sums = await Promise.all(
        [300n, 302n, 300n].map((value) => run(sql, { parameters: [argument('INT64', value)] })),
      );
      expect(sums[0]?.rows).toEqual(sums[2]?.rows);
      expect(sums[0]?.rows).not.toEqual(sums[1]?.rows);
    });

    it.each(['(', '[a', '*', 'a{2,1}', '\\', '(?<n', 'a**', '\\8'])(
      'tells that %j is no regular expression',
      async (pattern) => {
        const parameters = [argument('STRING', pattern)];
        expect(await failure(run(`SELECT REGEXP_CONTAINS('secret', @value)`, { parameters }))).toMatchObject({
          code: 'invalid_value',
        });
      },
    );

    it.each([
      ['SELECT 1 / @value', argument('INT64', 0n), 'division by zero'],
      ['SELECT n / @value FROM UNNEST([1, 2]) AS n', argument('INT64', 0n), 'division by zero'],
      ['SELECT DATE(CURRENT_TIMESTAMP(), @value)', argument('STRING', 'Mars/Olympus'), 'there is no such time zone'],
      ['SELECT CAST(@value AS INT64)', argument('STRING', 'secret'), ''],
    ])('tells the caller of a value that the query cannot use: %s', async (sql, value, reason) => {
      const error = await failure(run(sql, { parameters: [value] }));
      expect(error).toMatchObject({ code: 'invalid_value' });
      const { detail } = error as { detail: string };
      expect(detail).toContain(`"value": ${reason}`);
      expect(detail).not.toMatch(/secret|Mars/);
    });

    it.each([
      ['SELECT 1 / (@value + n) FROM UNNEST([0]) AS n', 'division'],
      ['SELECT CAST("secret" AS INT64) + @value', 'secret'],
      ['SELECT 9223372036854775807 + 1 + @value', '9223372036854775807'],
      ['SELECT [1, NULL] AS a, @value AS b', 'NULL'],
      ['SELECT [1][OFFSET(1)] + @value', 'bounds'],
    ])('keeps the words of the driver and the SQL from the caller: %s', async (sql, word) => {
      const error = await failure(run(sql, { parameters: [argument('INT64', 0n)] }));
      expect(error).toMatchObject({ code: 'query_failed' });
      const { message, detail } = error as { message: string; detail: string };
      expect(`${message} ${detail}`).not.toContain(word);
    });

    it('explains a run with these values', async () => {
      const explain = (sql: string, rest: Partial<Statement> = {}) => opened.engine.explain(statement(sql, rest));
      const explanation = await explain('SELECT @value + 1 AS n', { parameters: [argument('INT64', 41n)] });
      expect(explanation.sql).toMatch(/^SELECT\s/);
      expect(explanation.bytesProcessed !== undefined).toBe(tellsBytes);
      expect(explanation.plan !== undefined).toBe(!tellsBytes);
      await expect(explain('SELECT missing')).rejects.toMatchObject({ code: 'query_failed' });
    });

    it('tells that it is not open', async () => {
      const other = await open(DEFAULTS);
      await other.close();
      expect(await failure(other.engine.run(statement('SELECT 1')))).toMatchObject({ code: 'engine_unavailable' });
      await expect(other.engine.explain(statement('SELECT 1'))).rejects.toMatchObject({ code: 'engine_unavailable' });
    });

    if (it.unknown.size > 0) throw new Error(`No tests have these titles: ${[...it.unknown].join(', ')}`);
  });
}
