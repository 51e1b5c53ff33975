import { useDuckDb } from '../../../../../test/support/duckdb.js';

describe('ERROR', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `IF(FALSE, ERROR('m'), 'a'), COALESCE(1, ERROR('m')), IFNULL(DATE '2026-01-01', ERROR('m'))`,
      ['a', 1, '2026-01-01'],
    ],
    [`CASE x WHEN 1 THEN [1] ELSE ERROR(CONCAT('unexpected ', x)) END FROM UNNEST([1]) AS x`, [1]],
    [`e FROM (SELECT IF(x > 1, ERROR('m'), NULL) AS e FROM UNNEST([1]) AS x)`, null],
    [`x FROM UNNEST([1]) AS x WHERE IF(x > 0, TRUE, ERROR('m')) ORDER BY IF(x > 0, x, ERROR('m'))`, 1],
    [`MAX(IF(x > 1, ERROR('m'), x)) FROM UNNEST([1]) AS x`, 1],
  ])('%s does not fail', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    [`ERROR('m')`, 'ERROR: m'],
    [`ERROR(NULL)`, 'ERROR of NULL'],
    [`STRUCT(ERROR('m') AS a)`, 'ERROR: m'],
    [`LENGTH(ERROR('m'))`, 'ERROR: m'],
    [`ERROR('m') IS NULL`, 'ERROR: m'],
    [`IF(s > '0', ERROR(CONCAT('m', s)), DATE '2026-01-01') FROM UNNEST(['1']) AS s`, 'ERROR: m1'],
    [`1 FROM UNNEST([1]) AS x WHERE x > 0 AND ERROR('m')`, 'ERROR: m'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it('tells its message to the operator alone, whatever it reads like', async () => {
    const answer = database.rows(`SELECT ERROR('missing ]: secret')`);
    await expect(answer).rejects.toThrow(/^The query could not be run with these values\.$/);
  });

  it.each([
    [`ERROR(1)`, '1:14 expected STRING, found INT64'],
    [`ERROR('a', 'b')`, 'ERROR takes 1 argument'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
