import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { Chance } from '../../../../../test/support/hostile/chance.js';
import { compile } from '../../package/googlesql.js';

const TABLES = {
  t: [
    { name: 'i', type: 'INT64' },
    { name: 'k', type: 'INT64' },
    { name: 'a', type: 'INT64', mode: 'REPEATED' },
  ],
};
const MOST = '9223372036854775807';
const LEAST = `-${MOST.slice(0, -1)}8`;

/** An INT64 that may be too great, of columns without NULLs, of which DuckDB knows the most and assumes most. */
function number(chance: Chance, depth: number): string {
  if (depth === 0) return chance.pick(['i', 'i', 'k', MOST, LEAST, '1', '-1', '0']);
  const one = (): string => number(chance, chance.below(depth));
  return chance.pick([
    () => `(${one()} ${chance.pick(['+', '-', '*'])} ${one()})`,
    () => `(${one()} ${chance.pick(['+', '-', '*'])} ${one()})`,
    () => `(- ${one()})`,
    () => `ABS(${one()})`,
  ])();
}

/** The places in which DuckDB's optimizer moves, folds or skips a value. */
function question(chance: Chance): string {
  const value = number(chance, 2);
  const operator = chance.pick(['=', '!=', '<', '<=', '>', '>=', 'IS DISTINCT FROM']);
  const literal = chance.pick(['5', '0', '-1', MOST, LEAST]);
  return chance.pick([
    `SELECT ${value} ${operator} ${literal} FROM t`,
    `SELECT COUNT(*) FROM t WHERE ${value} ${operator} ${literal}`,
    `SELECT COUNT(*) FROM t WHERE ${literal} ${operator} ${value}`,
    `SELECT COUNT(*) FROM t WHERE ${value} IS NULL`,
    `SELECT COUNT(${value}) FROM t`,
    `SELECT ${value} IN (1, ${literal}) FROM t`,
    `SELECT CAST(${value} AS BOOL) FROM t`,
    `SELECT SUM(${value}) ${operator} ${literal} FROM t`,
    `SELECT [${value}][OFFSET(0)] ${operator} ${literal} FROM t`,
    `SELECT ${literal} IN UNNEST([${value}, k]) FROM t`,
    `SELECT x ${operator} ${literal} FROM t, UNNEST([${value}]) AS x`,
    `SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(a) AS x WHERE x + ${value} ${operator} ${literal})`,
    `SELECT ARRAY(SELECT x * ${value} FROM UNNEST(a) AS x)[OFFSET(0)] ${operator} ${literal} FROM t`,
    `SELECT z FROM (SELECT ${value} AS z FROM t) WHERE z ${operator} ${literal} ORDER BY z`,
  ]);
}

describe('INT64 that is too great', () => {
  let instance: DuckDBInstance;
  let optimized: DuckDBConnection;
  let literal: DuckDBConnection;
  beforeAll(async () => {
    instance = await DuckDBInstance.create(':memory:', { threads: '1' });
    [optimized, literal] = [await instance.connect(), await instance.connect()];
    await optimized.run(
      `CREATE TABLE t AS SELECT * FROM (VALUES (7::BIGINT, 2::BIGINT, [2, 3]::BIGINT[]), (${MOST}, 1, [4])) AS v (i, k, a)`,
    );
    await literal.run('PRAGMA disable_optimizer');
  });
  afterAll(() => {
    optimized.closeSync();
    literal.closeSync();
    instance.closeSync();
  });

  async function answer(connection: DuckDBConnection, query: string): Promise<string> {
    const compiled = compile(query, { tables: TABLES });
    if ('problems' in compiled) throw new Error(`${query}: ${JSON.stringify(compiled.problems)}`);
    try {
      for (const macro of compiled.macros) await connection.run(macro.replace('CREATE TEMP', 'CREATE OR REPLACE TEMP'));
      return (await connection.runAndReadAll(compiled.sql)).getRows().join(' ');
    } catch (error) {
      if (!/overflow|out of range/i.test(String(error))) throw error;
      return 'overflow';
    }
  }

  it.each([
    `SELECT COUNT(*) FROM t WHERE k + ${MOST} > 5`,
    `SELECT 1 > (${MOST} + 1)`,
    `SELECT CAST((${MOST} - -1) AS BOOL)`,
    `SELECT COUNT(*) FROM t WHERE i * 2 IS NULL`,
    `SELECT COUNT(i + k) FROM t`,
    `SELECT SUM(i) > 5 FROM t`,
    `SELECT COUNT(*) FROM t WHERE [k + ${MOST}][OFFSET(0)] > 5`,
    `SELECT COUNT(*) FROM t WHERE 5 IN UNNEST([k + ${MOST}])`,
    `SELECT COUNT(*) FROM t, UNNEST(a) AS x WHERE x + ${MOST} > 5`,
    `SELECT COUNT(*) FROM t, UNNEST([k + ${MOST}]) AS x WHERE x > 5`,
    `SELECT COUNT(*) FROM t WHERE EXISTS (SELECT 1 FROM UNNEST(a) AS x WHERE x + ${MOST} > 5)`,
    `SELECT COUNT(*) FROM t WHERE ARRAY(SELECT x + ${MOST} FROM UNNEST(a) AS x)[OFFSET(0)] > 5`,
    `SELECT COUNT(*) FROM UNNEST([1, 2]) AS x WHERE x + ${MOST} > 5`,
  ])('is an error: %s', async (query) => {
    expect(await answer(optimized, query)).toBe('overflow');
  });

  it('is one whatever the optimizer does', async () => {
    const chance = new Chance(20);
    let overflows = 0;
    for (let round = 0; round < 200; round += 1) {
      const query = question(chance);
      const expected = await answer(literal, query);
      expect({ query, answer: await answer(optimized, query) }).toEqual({ query, answer: expected });
      if (expected === 'overflow') overflows += 1;
    }
    expect(overflows).toBeGreaterThan(50);
    expect(overflows).toBeLessThan(175);
  });
});
