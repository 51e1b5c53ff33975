import { useDuckDb } from '../../../../../test/support/duckdb.js';

const FLOATS = [
  ...['0.0', '-0.0', '1.0', '-1.5', '5e-324', '2.2250738585072014e-308', '1e-300', '1e291', '1e292', '-1e300'],
  ...['1.7976931348623157e308', '-1.7976931348623157e308', 'inf', '-inf', 'nan'],
];
const WHOLES = ['0', '1', '-1', '1000', '9007199254740993', '9223372036854775807', '-9223372036854775808'];
const LITERALS = [
  ...['0', '1', '3', '1000000', '9223372036854775807', '0.0', '0.5', '1.0', '2.5', '1e-320', '1e-300', '1e-289'],
  ...['1e288', '1e289', '1e290', '1e291', '1e292', '1e308', '1.7976931348623157e308', '-1', '-0.5', '-1e300'],
];

/** What IEEE 754 has, where GoogleSQL has an error for an infinity of finite numbers and for a division by zero. */
function expected(a: number, operator: string, b: number): string {
  if (operator === '/' && b === 0) return 'division by zero';
  const value = { '+': a + b, '-': a - b, '*': a * b, '/': a / b }[operator] ?? NaN;
  return Number.isFinite(a) && Number.isFinite(b) && Math.abs(value) === Infinity ? 'overflow' : String(value);
}

const numberOf = (text: string) => Number({ inf: 'Infinity', '-inf': '-Infinity', nan: 'NaN' }[text] ?? text);

/** A column of these values, and NULL among them; what is asked of it. */
interface Asked {
  readonly values: readonly string[];
  readonly type: 'INT64' | 'FLOAT64';
  readonly expression: string;
  readonly result: (x: number) => string;
}

const ASKED: readonly Asked[] = ['+', '-', '*', '/'].flatMap((operator) =>
  LITERALS.flatMap((literal): Asked[] => {
    const given = numberOf(literal);
    const isWhole = /^-?\d+$/.test(literal);
    return [
      {
        values: FLOATS,
        type: 'FLOAT64',
        expression: `x ${operator} ${literal}`,
        result: (x) => expected(x, operator, given),
      },
      {
        values: FLOATS,
        type: 'FLOAT64',
        expression: `${literal} ${operator} x`,
        result: (x) => expected(given, operator, x),
      },
      // INT64 with INT64 is INT64, but for a division.
      ...(isWhole && operator !== '/'
        ? []
        : [
            {
              values: WHOLES,
              type: 'INT64' as const,
              expression: `x ${operator} ${literal}`,
              result: (x: number) => expected(x, operator, given),
            },
            {
              values: WHOLES,
              type: 'INT64' as const,
              expression: `${literal} ${operator} x`,
              result: (x: number) => expected(given, operator, x),
            },
          ]),
    ];
  }),
);

const BETWEEN_COLUMNS: readonly Asked[] = ['+', '-', '*', '/'].flatMap((operator) => [
  ...WHOLES.map((whole): Asked => ({
    values: FLOATS,
    type: 'FLOAT64',
    expression: `x ${operator} (SELECT y FROM UNNEST([${whole}]) AS y)`,
    result: (x) => expected(x, operator, Number(whole)),
  })),
]);

describe('arithmetic of FLOAT64', () => {
  const database = useDuckDb();

  const rowsOf = (values: readonly string[], type: string) => {
    const list = [...values.map((value) => `'${value}'`), 'CAST(NULL AS STRING)'].join(', ');
    return `(SELECT CAST(x AS ${type}) AS x FROM UNNEST([${list}]) AS x)`;
  };

  it.each([...ASKED, ...BETWEEN_COLUMNS])('$type: $expression', async ({ values, type, expression, result }) => {
    const fails = values.filter((value) => /[a-z]{4}/.test(result(numberOf(value))));
    const works = values.filter((value) => !fails.includes(value));
    const found = await database.rows(`SELECT x IS NULL, ${expression} FROM ${rowsOf(works, type)}`);
    const told = found.map(([isNull, value]) => (isNull === true ? value : String(Number(value))));
    expect(told.toSorted()).toEqual([...works.map((value) => result(numberOf(value))), null].toSorted());
    for (const value of fails)
      expect(await database.failure(`SELECT ${expression} FROM ${rowsOf([value], type)}`)).toContain(
        result(numberOf(value)),
      );
  });
});
