import { useDuckDb } from '../../../../../test/support/duckdb.js';
import { FALLIBLE_CASTS } from '../../../../googlesql/functions/casts.js';
import { CATALOGUE } from '../../../../googlesql/functions/catalogue.js';

/** Calls that fail, of functions whose errors are the function's own: behind SAFE they are NULL. */
const FAILING: readonly string[] = [
  ...['ABS(-9223372036854775808)', 'ACOS(2)', 'ACOSH(0)', 'ASIN(2)', 'ATANH(2)', 'COSH(1000)', 'SINH(1000)', 'COT(0)'],
  ...['COTH(0)', 'CSC(0)', 'CSCH(0)', 'DIV(1, 0)', 'EXP(1000)', 'LN(0)', 'LOG(0)', 'LOG10(0)', 'MOD(1, 0)', 'SQRT(-1)'],
  ...['POW(10, 400)', 'POWER(10, 400)'],
  ...["ASCII('é')", 'CHR(-1)', 'CODE_POINTS_TO_BYTES([256])', 'CODE_POINTS_TO_STRING([-1])', "FROM_BASE64('!')"],
  ...["FROM_HEX('x')", "INSTR('a', 'a', 0)", "LEFT('a', -1)", "RIGHT('a', -1)", "LPAD('a', -1)", "RPAD('a', -1)"],
  ...["REPEAT('a', -1)", "SUBSTR('a', 1, -1)", "SUBSTRING('a', 1, -1)", "TRANSLATE('a', 'bb', 'x')"],
  ...["REGEXP_CONTAINS('a', p) FROM UNNEST(['(']) AS p"],
  ...["PARSE_JSON('{')", "BOOL(JSON '1')", "FLOAT64(JSON 'true')", "INT64(JSON '1.5')", "STRING(JSON '1')"],
  ...['DATE(2026, 13, 1)', 'DATETIME(2026, 13, 1, 0, 0, 0)', 'TIME(24, 0, 0)', "TIMESTAMP(t) FROM UNNEST(['x']) AS t"],
  ...['ADD', 'SUB'].flatMap((verb) => {
    const end = verb === 'ADD' ? '9999-12-31' : '0001-01-01';
    return ['DATE', 'DATETIME', 'TIMESTAMP'].map(
      (type) => `${type}_${verb}(${type} '${end}', INTERVAL 48 ${type === 'DATE' ? 'DAY' : 'HOUR'})`,
    );
  }),
  ...["LAST_DAY(DATE '9999-12-31', ISOWEEK)", 'DATE_FROM_UNIX_DATE(9000000)'],
  ...['TIMESTAMP_SECONDS(999999999999)', 'TIMESTAMP_MILLIS(999999999999999)', 'TIMESTAMP_MICROS(999999999999999999)'],
  ...["PARSE_DATE('%F', 'x')", "PARSE_DATETIME('%F', 'x')", "PARSE_TIME('%T', 'x')", "PARSE_TIMESTAMP('%F', 'x')"],
  ...['ARRAY_FIRST(CAST([] AS ARRAY<INT64>))', 'ARRAY_LAST(CAST([] AS ARRAY<INT64>))', 'GENERATE_ARRAY(1, 2, 0)'],
  ...["PARSE_NUMERIC('x')", "ERROR('x')"],
];

/** Functions without a known error. */
const NEVER_SEEN = ['SEC', 'SECH'];

/** Calls for which this engine has no answer: behind SAFE they fail as well, since BigQuery has one. */
const BEYOND: readonly string[] = [
  ...["SAFE_DIVIDE(1, NUMERIC '100000000000000000000')"],
  ...["CONTAINS_SUBSTR('\u0130', 's')", "INITCAP('\u019b')", "LOWER('\ua7cb')", "UPPER('\u019b')"],
  ...["REGEXP_EXTRACT_ALL('ab', '(x)|b')", "REGEXP_INSTR(REPEAT('ab', 9999), 'a', 1, 9999)"],
  ...['JSON_EXTRACT', 'JSON_QUERY', 'JSON_EXTRACT_ARRAY', 'JSON_QUERY_ARRAY', 'JSON_EXTRACT_SCALAR', 'JSON_VALUE'].map(
    long,
  ),
  ...['JSON_EXTRACT_STRING_ARRAY', 'JSON_VALUE_ARRAY'].map(long),
  ...[`LAX_FLOAT64(JSON '"0x1"')`, `LAX_INT64(JSON '"0x1"')`, "LAX_STRING(JSON '-0.0')"],
  ...["TO_JSON(NUMERIC '1234567890123456.5')", "TO_JSON_STRING(CAST('-0.0' AS FLOAT64))"],
  ...["FORMAT_DATE('%F', DATE '0999-01-01')", "FORMAT_DATETIME('%F', DATETIME '0999-01-01')"],
  ...["FORMAT_TIMESTAMP('%F', TIMESTAMP '0999-01-01')"],
  ...['TIME_ADD', 'TIME_SUB'].map(
    (name) => `${name}(TIME '10:00:00', INTERVAL n SECOND) FROM UNNEST([9223372036854775807]) AS n`,
  ),
  ...["ARRAY_TO_STRING(['a', NULL], ',', IF(x, 'b', NULL)) FROM UNNEST([FALSE]) AS x"],
];

/** Calls that fail for their time zone, and are NULL behind SAFE. */
const AT_THE_END: readonly string[] = [
  "FORMAT_TIMESTAMP('%F', TIMESTAMP '9999-12-31 23:30:00Z', 'Europe/Berlin')",
  "FORMAT_DATETIME('%F', TIMESTAMP '9999-12-31 23:30:00Z', '+01:00')",
  "FORMAT_DATE('%F', TIMESTAMP '9999-12-31 23:30:00Z', '+01:00')",
];

const UNCASTABLE: Readonly<Record<string, string>> = {
  FLOAT64: "CAST('nan' AS FLOAT64)",
  NUMERIC: "NUMERIC '99999999999999999999'",
  STRING: "'x'",
  BYTES: "b'\\xff'",
};

function long(name: string): string {
  return `${name}(REPEAT('[', 1100), '$[0]')`;
}

function nameOf(call: string): string {
  return call.slice(0, call.indexOf('('));
}

const namesOf = (calls: readonly string[]) => [...new Set(calls.map(nameOf))].sort();

function withErrors(...wanted: readonly (string | undefined)[]): string[] {
  const entries = [...CATALOGUE.values()].filter(({ errors }) => errors !== undefined && wanted.includes(errors));
  return entries.map(({ name }) => name).sort();
}

describe('errors of functions', () => {
  const database = useDuckDb();
  // An array that is NULL is empty in an answer.
  const isNull = async (call: string) => database.value(call.replace(/^(.*?)( FROM UNNEST.*)?$/s, '$1 IS NULL$2'));
  const failure = async (call: string) => database.failure(`SELECT ${call}`);

  it('are tried of every function that is said to have some', () => {
    expect([...namesOf(FAILING), ...NEVER_SEEN].sort()).toEqual(withErrors('call', 'steps', 'engine'));
    expect(namesOf(BEYOND)).toEqual(withErrors('limits'));
  });

  it.each(FAILING)('%s fails, and is NULL behind SAFE', async (call) => {
    expect(await failure(call)).not.toContain('no failure');
    expect(await isNull(`SAFE.${call}`)).toBe(true);
  });

  it.each(BEYOND)('%s fails behind SAFE as well', async (call) => {
    const message = await failure(call);
    expect(message).not.toContain('no failure');
    expect(await failure(`SAFE.${call}`)).toBe(message);
  });

  it.each(AT_THE_END)('%s fails, and is NULL behind SAFE', async (call) => {
    expect(CATALOGUE.get(nameOf(call))?.zone).toBe(2);
    expect(await failure(call)).toContain('out of range');
    expect(await isNull(`SAFE.${call}`)).toBe(true);
  });

  it.each([
    'CURRENT_DATE(z)',
    'CURRENT_DATETIME(z)',
    'CURRENT_TIME(z)',
    'EXTRACT(HOUR FROM CURRENT_TIMESTAMP() AT TIME ZONE z)',
  ])('%s fails in no zone, and is refused behind SAFE', async (call) => {
    const from = "FROM UNNEST(['nowhere']) AS z";
    expect(await failure(`${call} ${from}`)).toContain('a time zone is');
    expect(await database.refusal(`SELECT SAFE.${call} ${from}`)).toContain('under SAFE a time zone other than');
    const branch = `IF(z = '', (SELECT ${call.replaceAll('z', 'y')} FROM UNNEST([z]) AS y), NULL)`;
    expect(await database.value(`${branch} ${from}`)).toBeNull();
  });

  it.each(FALLIBLE_CASTS.map((cast) => cast.split(' ') as [string, string]))(
    'CAST of %s to %s fails, and is NULL where it is SAFE',
    async (from, to) => {
      const value = from === 'FLOAT64' && to === 'NUMERIC' ? '1e30' : UNCASTABLE[from];
      expect(await failure(`CAST(x AS ${to}) FROM UNNEST([${value}]) AS x`)).not.toContain('no failure');
      expect(await database.value(`SAFE_CAST(x AS ${to}) FROM UNNEST([${value}]) AS x`)).toBeNull();
    },
  );
});
