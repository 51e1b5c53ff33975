import { clockProblems, freezeClock } from './frozen-clock.js';

const NOW = new Date('2026-11-20T10:30:30.5Z');
const INSTANT = "TIMESTAMP '2026-11-20T10:30:30.500Z'";

describe('freezeClock', () => {
  it.each([
    ['SELECT CURRENT_TIMESTAMP() AS t', `SELECT ${INSTANT} AS t`],
    ['SELECT current_timestamp', `SELECT ${INSTANT}`],
    ['SELECT CURRENT_DATE, CURRENT_DATE ( ) + 1', `SELECT DATE(${INSTANT}), DATE(${INSTANT}) + 1`],
    ["SELECT CURRENT_DATE('Asia/Tokyo')", `SELECT DATE(${INSTANT}, 'Asia/Tokyo')`],
    ['SELECT CURRENT_DATETIME(@zone)', `SELECT DATETIME(${INSTANT}, @zone)`],
    ['SELECT CURRENT_TIME /* () */ (/* none */)', `SELECT TIME(${INSTANT})`],
  ])('%s', (sql, frozen) => {
    expect(freezeClock(sql, NOW)).toBe(frozen);
  });

  it.each([
    "SELECT 'CURRENT_TIMESTAMP()' -- CURRENT_DATE",
    'SELECT `CURRENT_DATE`, t.current_date AS current_time # CURRENT_TIMESTAMP',
    'SELECT @current_date, my_current_date',
  ])('leaves alone what is no call: %s', (sql) => {
    expect(freezeClock(sql, NOW)).toBe(sql);
  });
});

describe('clockProblems', () => {
  it('finds each reading of the clock, and no name that looks like one', () => {
    const sql = 'SELECT current_date, t.current_date,\n  SAFE.CURRENT_TIMESTAMP(), 1 AS current_time -- CURRENT_DATE';
    expect(clockProblems(sql).map(({ line, column }) => [line, column])).toEqual([
      [1, 8],
      [2, 8],
    ]);
  });

  it.each([
    "SELECT ('UTC').current_date()",
    "SELECT 'UTC'.current_date()",
    'SELECT (zone).UPPER().CURRENT_TIME() FROM t',
    "SELECT CASE WHEN a THEN 'UTC' END.CURRENT_DATE() FROM t",
    'SELECT @zone.CURRENT_DATE()',
    'SELECT `current_timestamp`()',
    'SELECT SAFE.`CURRENT_DATE` ()',
  ])('finds a call however it is written: %s', (sql) => {
    expect(clockProblems(sql)).toMatchObject([
      { message: expect.stringMatching(/^CURRENT_[A-Z]+ is another time/) as string },
    ]);
  });

  it.each(['SELECT tools.current_date()', 'SELECT `current_date`, t.`current_date` FROM t'])(
    'finds none in %s',
    (sql) => {
      expect(clockProblems(sql)).toEqual([]);
    },
  );
});
