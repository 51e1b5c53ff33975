import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('FORMAT', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [`FORMAT('%s-%s%%', 'a', 'é'), FORMAT('plain'), FORMAT(''), FORMAT('%d %i', 1, -2)`, ['a-é%', 'plain', '', '1 -2']],
    [
      `FORMAT('|%5d|%-5d|%05d|%05d|', 42, 42, 42, -42), FORMAT("%'d", -1234567), FORMAT('%d', -9223372036854775808)`,
      ['|   42|42   |00042|-0042|', '-1,234,567', '-9223372036854775808'],
    ],
    [
      `FORMAT('%+d|% d|%+05d|%-+5d|%x|%X|%o|%x', 5, 5, 5, 5, 255, 255, 8, -255), FORMAT('%x', -9223372036854775808), FORMAT('%x', CAST(NULL AS INT64))`,
      ['+5| 5|+0005|+5   |ff|FF|10|-ff', '-8000000000000000', null],
    ],
    [`FORMAT('%e %.1E %g %G %.3g', 1.5, 1.25, 1e10, 1e-7, 1234.5)`, '1.500000e+00 1.2E+00 1e+10 1E-07 1.23e+03'],
    [
      `FORMAT('%t %t %t', 1.0, 1.5, 1e20), FORMAT('%T %T %T %T', 'aé', 1, true, 2.0), FORMAT('%T', CAST(NULL AS DATE))`,
      ['1.0 1.5 1e+20', '"aé" 1 true 2.0', 'NULL'],
    ],
    [
      `FORMAT('%T %T', DATE '2026-01-02', DATETIME '2026-01-02 03:04:05'), FORMAT('%T', TIMESTAMP '2026-01-02 03:04:05')`,
      ['DATE "2026-01-02" DATETIME "2026-01-02 03:04:05"', 'TIMESTAMP "2026-01-02 03:04:05+00"'],
    ],
    [`FORMAT('%.1f %g', -0.0, -0.0)`, '0.0 0'],
    // Digits of the exact FLOAT64; ties go to the even digit.
    [
      `FORMAT('%.2f', 2.675), FORMAT('%.2f', 0.125), FORMAT('%.0f', 2.5), FORMAT('%f', 1.5), FORMAT('%.1f', -0.01), FORMAT('%.1f', 1e22)`,
      ['2.67', '0.12', '2', '1.500000', '-0.0', '10000000000000000000000.0'],
    ],
    // All digits of the whole numbers that doubles from 2^53 on are.
    [
      `FORMAT('%.3f', 1e80), FORMAT('%f', -1e23), FORMAT('%.0f', 4.2734665021965423e45), FORMAT('%.3f', 756559495952443637760.0), FORMAT('%.1f', 9007199254740992.0)`,
      [
        '100000000000000000026609864708367276537402401181200809098131977453489758916313088.000',
        '-99999999999999991611392.000000',
        '4273466502196542434794632724248787779477045248',
        '756559495952443637760.000',
        '9007199254740992.0',
      ],
    ],
    // GoogleSQL's zero has no sign as text, by its own compliance tests.
    [
      `FORMAT('%f %e', x, x), CAST(x AS STRING) FROM (SELECT CAST('-0' AS FLOAT64) AS x)`,
      ['0.000000 0.000000e+00', '0'],
    ],
    [
      `FORMAT('%t %t %t', 'a', 1, TRUE), FORMAT('%t|%t', DATE '2026-01-02', TIMESTAMP '2026-01-02 03:04:05.5')`,
      ['a 1 true', '2026-01-02|2026-01-02 03:04:05.500+00'],
    ],
    [
      `FORMAT('a %d', CAST(NULL AS INT64)), FORMAT('%s', CAST(NULL AS STRING)), FORMAT('a %t', CAST(NULL AS STRING)), FORMAT('%.1f', CAST(NULL AS FLOAT64))`,
      [null, null, 'a NULL', null],
    ],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([`FORMAT('%T', 'a"b')`, `FORMAT('%T', 'a\\\\nb')`, `FORMAT('%T', '\\u00a0')`])('%s fails', async (sql) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain('characters that are escaped');
  });

  it('has no digits for what is no number', async () => {
    expect(await database.failure(`SELECT FORMAT('%f', IEEE_DIVIDE(1, 0))`)).toContain('not finite');
  });

  it.each([
    [`FORMAT('%d', 1.5)`, '1:15 FORMAT with %d of FLOAT64'],
    [`FORMAT('%.2f', 3)`, 'FORMAT with %.2f of INT64'],
    [`FORMAT('%s', 1)`, 'FORMAT with %s of INT64'],
    [`FORMAT('%5s', 'a')`, 'FORMAT with %5s of STRING'],
    [`FORMAT('%#x', 1)`, 'FORMAT with %#x of INT64'],
    [`FORMAT('%e', 1)`, 'FORMAT with %e of INT64'],
    [`FORMAT('%T', b'a')`, 'FORMAT with %T of BYTES'],
    [`FORMAT('%t', [1])`, 'FORMAT with %t of ARRAY<INT64>'],
    [`FORMAT('%*d', 5, 1)`, 'FORMAT with %*d of INT64'],
    [`FORMAT('%.d', 1)`, 'FORMAT with %.d of INT64'],
    [`FORMAT('%.12f', 1.5)`, 'FORMAT with %.12f of FLOAT64'],
    [`FORMAT(CONCAT('a', 'b'))`, 'a format of FORMAT other than a string literal'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
