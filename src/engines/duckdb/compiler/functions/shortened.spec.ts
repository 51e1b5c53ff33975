import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const COUNTS = ['1', '2', '3', '4294967295'];
const OTHERS = ['0', '-1', '-2', '4294967296', '9223372036854775807'];
const DIVISORS = ['1', '3', '1000', '9223372036854775807', '-9223372036854775808'];

/** Calls with these arguments. Some of them are compiled to fewer words where arguments are written out. */
const CALLS: readonly (readonly [string, readonly string[]])[] = [
  ...[...COUNTS, ...OTHERS].flatMap((position) => [
    ['SUBSTR(s, ?)', [position]] as const,
    ...['0', ...COUNTS, '4294967296'].map((length) => ['SUBSTR(s, ?, ?)', [position, length]] as const),
  ]),
  ...['0', ...COUNTS, '4294967296'].map((length) => ['LEFT(s, ?)', [length]] as const),
  ...[`''`, `'a'`, `'é'`, `'ab'`].map((delimiter) => ['SPLIT(s, ?)', [delimiter]] as const),
  ...[...COUNTS, ...OTHERS].map((offset) => [`SPLIT(s, 'a')[SAFE_OFFSET(?)]`, [offset]] as const),
  ...DIVISORS.flatMap((divisor) => [['DIV(i, ?)', [divisor]] as const, ['MOD(i, ?)', [divisor]] as const] as const),
];

const written = (call: string, args: readonly string[]) => args.reduce((text, arg) => text.replace('?', arg), call);
const looked = (arg: string) => `(SELECT y FROM UNNEST([${arg}]) AS y)`;

describe('a call with arguments that are written out', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      ...['', 'a', 'abcabc', 'éèa🦆a', 'e\u0301a', null].map((s) => ({ s, i: '7' })),
      ...['0', '-7', '9223372036854775807', '-9223372036854775808', null].map((i) => ({ s: 'x', i })),
    ),
    't.schema.json': schemaOf('s STRING, i INT64'),
  });

  it.each(CALLS)('%s of %j is what it is of the same values', async (call, args) => {
    const [plain, other] = [written(call, args), written(call, args.map(looked))];
    const rows = await database.rows(`SELECT TO_JSON_STRING(${plain}), TO_JSON_STRING(${other}) FROM t`);
    expect(rows.map(([value]) => value)).toEqual(rows.map(([, value]) => value));
    expect(rows).toHaveLength(11);
  });

  it.each([
    ['SUBSTR(s, 1, -1)', 'not negative'],
    ['LEFT(s, -1)', 'not negative'],
    ['DIV(i, 0)', 'division by zero'],
    ['MOD(i, 0)', 'division by zero'],
    ['SUBSTR(SUBSTR(s, 1, -1 - LENGTH(s)), 1, 2)', 'not negative'],
    ['SAFE.SUBSTR(SUBSTR(s, 1, -1 - LENGTH(s)), 1, 2)', 'not negative'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql} FROM t`)).toContain(message);
  });
});
