import { mistakes } from '../../test/support/contract/schemas.js';
import { columnSchema } from './column-schema.js';
import { COLUMN_SCALARS } from './column-type.js';
import { type ValueFormats } from '../engines/json-values.js';

const EXACT: ValueFormats = { timestamps: 'iso8601', numbers: 'exact' };
const STRING: ValueFormats = { timestamps: 'iso8601', numbers: 'string' };
const NUMBER: ValueFormats = { timestamps: 'iso8601', numbers: 'number' };
const MICROS: ValueFormats = { timestamps: 'unix-micros', numbers: 'exact' };

/** Values in JSON that a type has, and some that it has not. */
const CASES: readonly (readonly [string, readonly unknown[], readonly unknown[], formats?: ValueFormats])[] = [
  ['STRING', ['', 'é'], [1, true, {}]],
  ['BYTES', ['', '/wBh', 'AA==', 'AAA='], ['A', '_wBh', 'AA=', 'AAAA=']],
  [
    'INT64',
    [0, -9007199254740991, 9007199254740991, '9007199254740992', '-9223372036854775808'],
    [0.5, 9007199254740992, '1', '', '+9007199254740992', '09007199254740992', '92233720368547758080', true],
  ],
  ['FLOAT64', [0, -1.5, 1e300, 'NaN', 'Infinity', '-Infinity'], ['1.5', '+Infinity', 'nan', true]],
  [
    'NUMERIC',
    [0, 12, '0.5', '-12.5', '9007199254740993', `${'9'.repeat(29)}.999999999`],
    [0.5, '12', '12.0', '12.50', '.5', '1e3', '0.0000000001', `${'9'.repeat(30)}.5`],
  ],
  ['BIGNUMERIC', [1, `${'9'.repeat(39)}.${'9'.repeat(38)}`], ['1', `0.${'9'.repeat(39)}`]],
  ['INT64', ['0', '-1', '9223372036854775807'], [0, '-0', '01', '1.0', '92233720368547758080', ''], STRING],
  ['INT64', [0, -1, 2 ** 62], ['0', 0.5], NUMBER],
  ['NUMERIC', ['0', '-0.5', '12', '12.5', `${'9'.repeat(29)}.999999999`], [0, 12.5, '-0', '12.50', '1e3', ''], STRING],
  ['NUMERIC', [0, -0.5, 1e28], ['0', '0.5'], NUMBER],
  ['BIGNUMERIC', [`-${'9'.repeat(39)}.${'9'.repeat(38)}`], [1, `0.${'9'.repeat(39)}`], STRING],
  ['BIGNUMERIC', [1, 1e38], ['1'], NUMBER],
  ['ARRAY<STRUCT<a NUMERIC>>', [[{ a: '1' }, { a: null }]], [[{ a: 1 }]], STRING],
  ['BOOL', [true, false], ['true', 0]],
  ['DATE', ['0001-01-01', '2024-02-29', '9999-12-31'], ['2026-13-01', '2026-02-30', '2026-1-1', '2026-11-20T00:00:00']],
  ['TIME', ['00:00:00', '23:59:59.999999', '10:00:00.5'], ['24:00:00', '10:00', '10:00:00.50', '10:00:00Z']],
  ['DATETIME', ['2026-11-20T10:00:00', '1969-12-31T23:59:59.999999'], ['2026-11-20 10:00:00', '2026-11-20T10:00:00Z']],
  [
    'TIMESTAMP',
    ['2026-11-20T10:00:00Z', '0001-01-01T00:00:00.1Z'],
    ['2026-11-20T10:00:00', '2026-11-20T10:00:00+01:00', 0],
  ],
  ['TIMESTAMP', [0, -500000, '253402300799999999'], ['2026-11-20T10:00:00Z', 0.5], MICROS],
  [
    'INTERVAL',
    ['P0Y', 'P1Y2M3DT4H5M6.789S', 'P-1Y-2M-3DT-4H-5M-0.000001S', 'PT48H'],
    ['P', 'PT', 'P1D T', '1-2 3 4:5:6', 'P1DT'],
  ],
  ['GEOGRAPHY', ['POINT(1 2)'], [1, {}]],
  ['JSON', [1, 'a', true, [null], { a: [{}] }], []],
  ['ARRAY<INT64>', [[], [1, '9007199254740992']], [[null], ['a'], 1, null]],
  ['ARRAY<ARRAY<JSON>>', [[[null, 1]]], [[null], [1]]],
  [
    'RANGE<DATE>',
    [{ start: null, end: '2026-12-01' }],
    [{ start: null }, '[2026-11-01, 2026-12-01)', { start: 1, end: null }],
  ],
  ['RANGE<TIMESTAMP>', [{ start: 0, end: null }], [{ start: '2026-11-20T10:00:00Z', end: null }], MICROS],
  [
    'STRUCT<a STRING, b ARRAY<STRUCT<c INT64>>>',
    [
      { a: 'x', b: [{ c: 1 }] },
      { a: null, b: [{ c: null }] },
    ],
    [{ a: 'x' }, { a: 'x', b: null }, { a: 'x', b: [null] }, { a: 'x', b: [{}] }, { a: 1, b: [] }, []],
  ],
];

const ROWS = CASES.map(([type, good, bad, formats = EXACT]) => [type, good, bad, formats] as const);

describe('columnSchema', () => {
  it('has cases of every type', () => {
    expect(CASES.map(([type]) => type)).toEqual(expect.arrayContaining([...COLUMN_SCALARS]));
  });

  it.each(ROWS)('%s takes %j and none of %j', (type, good, bad, formats) => {
    const schema = columnSchema(type, formats, { nullable: false });
    expect(good.flatMap((value) => mistakes(schema, value))).toEqual([]);
    expect(bad.filter((value) => mistakes(schema, value).length === 0)).toEqual([]);
    expect(schema['x-googlesql-type']).toBe(type);
  });

  it.each(ROWS)('%s takes NULL as well where it is nullable, unless it is an array', (type, good, bad, formats) => {
    const schema = columnSchema(type, formats);
    expect(good.flatMap((value) => mistakes(schema, value))).toEqual([]);
    expect(bad.filter((value) => mistakes(schema, value).length === 0)).toEqual([]);
    expect(mistakes(schema, null).length === 0).toBe(!type.startsWith('ARRAY'));
    const isOpen = type === 'JSON';
    expect(mistakes(columnSchema(type, formats, { nullable: false }), null).length === 0).toBe(isOpen);
  });

  it('says what is not known of a type by saying nothing', () => {
    expect(columnSchema('VECTOR', EXACT, { nullable: false, description: 'A vector.' })).toEqual({
      description: 'A vector.',
      'x-googlesql-type': 'VECTOR',
    });
  });

  it('tells how a DATETIME is read, behind what the author says of it', () => {
    const { description } = columnSchema('DATETIME', EXACT, { nullable: true, description: 'Start of the bucket.' });
    expect(description).toMatch(
      /^Start of the bucket\. A date and time without a zone, in UTC .* `new Date\(value \+ "Z"\)`/,
    );
    const value = '2026-11-20T10:00:00.123456';
    expect(new Date(value + 'Z').toISOString()).toBe('2026-11-20T10:00:00.123Z');
  });
});
