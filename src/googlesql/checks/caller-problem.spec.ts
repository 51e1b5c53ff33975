import { callerProblem } from './caller-problem.js';

const STARS =
  'SELECT *, * FROM (SELECT *, *, *, *, * FROM hits) AS a JOIN (SELECT *, *, *, * FROM hits) AS b ON TRUE WHERE x IN (SELECT * FROM hits)';

const UNION = Array(65).fill('SELECT 1').join(' UNION ALL ');
const SELECTS = `SELECT 1 FROM (${UNION}) WHERE x IN (${UNION})`;

/** The column at which a text has a word for the nth time. */
function nthColumn(text: string, word: string, nth: number): number {
  return text.split(word, nth).join(word).length + 1;
}

describe('callerProblem', () => {
  it.each([
    ['stars', STARS, nthColumn(STARS, '*', 9), 'there are 12 * in this; 8 are allowed'],
    [
      'SELECTs',
      SELECTS,
      nthColumn(SELECTS, 'SELECT', 129),
      'there are 131 SELECTs, joins and UNNESTs in this; 128 are allowed together',
    ],
  ])('names the first of the %s that is too many', (_what, sql, column, message) => {
    // The parser gives a node's children in another order each time.
    const problems = Array.from({ length: 20 }, (_, run) => callerProblem(sql + ' '.repeat(run)));
    expect(problems).toEqual(problems.map(() => ({ line: 1, column, message })));
  });

  it('refuses a text whose readings are too deep to be counted', () => {
    const chain = Array.from(
      { length: 100 },
      (_, n) => `q${n} AS (SELECT ${'('.repeat(170)}EXISTS(FROM q${n + 1})${')'.repeat(170)})`,
    );
    const sql = `WITH RECURSIVE ${chain.join()}, q100 AS (FROM t) FROM q0`;
    expect(callerProblem(sql)?.message).toContain('nested too deeply');
  });
});
