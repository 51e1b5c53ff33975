import { type FieldSchema } from '../../src/engines/bigquery/rest.js';
import { type ValueFormats } from '../../src/engines/json-values.js';
import { NUMBER_FORMATS } from '../../src/engines/number-format.js';
import {
  type BigQueryServer,
  failureOf,
  openBigQuery,
  startBigQueryServer,
  statementOf,
} from '../support/engines/bigquery-server.js';
import { mistakesOfResult } from '../support/contract/schemas.js';

const row = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });
const BIGGEST = '578960446186580977117854925043439539266.34992332820282019728792003956564819967';
const list = (...values: unknown[]) => values.map((v) => ({ v }));

describe('BigQueryEngine: values', () => {
  let server: BigQueryServer;

  beforeAll(async () => {
    server = await startBigQueryServer();
  });

  afterAll(() => server.close());

  async function read(field: Omit<FieldSchema, 'name'>, cell: unknown, formats: Partial<ValueFormats> = {}) {
    const schema = { fields: [{ name: 'x', ...field }] };
    server.answers({ json: { jobComplete: true, schema, rows: [row(cell)] } });
    const { columns, rows } = await (await openBigQuery(server.url, formats)).run(statementOf());
    expect(mistakesOfResult({ columns, rows }, formats)).toEqual([]);
    return { column: columns[0], json: rows[0]?.[0] };
  }

  it.each([
    // REST says INTEGER, FLOAT, BOOLEAN and RECORD; the newer names are read as well.
    ['INTEGER', 'INT64', '9007199254740991', '9007199254740991'],
    ['INTEGER', 'INT64', '-9007199254740991', '-9007199254740991'],
    ['INTEGER', 'INT64', '9007199254740992', '"9007199254740992"'],
    ['INTEGER', 'INT64', '-9223372036854775808', '"-9223372036854775808"'],
    ['INT64', 'INT64', '0', '0'],
    ['FLOAT', 'FLOAT64', '1.5', '1.5'],
    ['FLOAT', 'FLOAT64', '1.0E21', '1e+21'],
    ['FLOAT', 'FLOAT64', '0.1', '0.1'],
    ['FLOAT', 'FLOAT64', '5e-324', '5e-324'],
    ['FLOAT', 'FLOAT64', 'NaN', '"NaN"'],
    ['FLOAT', 'FLOAT64', 'Infinity', '"Infinity"'],
    ['FLOAT64', 'FLOAT64', '-Infinity', '"-Infinity"'],
    ['NUMERIC', 'NUMERIC', '12', '12'],
    ['NUMERIC', 'NUMERIC', '-12.50', '"-12.5"'],
    ['NUMERIC', 'NUMERIC', '9007199254740993', '"9007199254740993"'],
    ['BIGNUMERIC', 'BIGNUMERIC', '100', '100'],
    [
      'BIGNUMERIC',
      'BIGNUMERIC',
      '578960446186580977117854925043439539266.34992332820282019728792003956564819967',
      '"578960446186580977117854925043439539266.34992332820282019728792003956564819967"',
    ],
    ['BOOLEAN', 'BOOL', 'true', 'true'],
    ['BOOL', 'BOOL', 'false', 'false'],
    ['STRING', 'STRING', 'é "q"\n\\ 🦆\u2028', JSON.stringify('é "q"\n\\ 🦆\u2028')],
    ['STRING', 'STRING', '', '""'],
    ['BYTES', 'BYTES', '/wBh', '"/wBh"'],
    ['DATE', 'DATE', '0001-01-01', '"0001-01-01"'],
    ['DATE', 'DATE', '1969-12-31', '"1969-12-31"'],
    ['TIME', 'TIME', '10:00:00', '"10:00:00"'],
    ['TIME', 'TIME', '10:00:00.500000', '"10:00:00.5"'],
    ['TIME', 'TIME', '23:59:59.999999', '"23:59:59.999999"'],
    ['DATETIME', 'DATETIME', '2026-11-20T10:00:00', '"2026-11-20T10:00:00"'],
    ['DATETIME', 'DATETIME', '1969-12-31T23:59:59.999999', '"1969-12-31T23:59:59.999999"'],
    ['DATETIME', 'DATETIME', '2026-11-20T10:00:00.120000', '"2026-11-20T10:00:00.12"'],
    ['TIMESTAMP', 'TIMESTAMP', '1795168800000000', '"2026-11-20T10:00:00Z"'],
    ['TIMESTAMP', 'TIMESTAMP', '1795168800120000', '"2026-11-20T10:00:00.12Z"'],
    ['TIMESTAMP', 'TIMESTAMP', '-1', '"1969-12-31T23:59:59.999999Z"'],
    ['TIMESTAMP', 'TIMESTAMP', '-62135596800000000', '"0001-01-01T00:00:00Z"'],
    ['TIMESTAMP', 'TIMESTAMP', '253402300799999999', '"9999-12-31T23:59:59.999999Z"'],
    ['INTERVAL', 'INTERVAL', '1-2 3 4:5:6.789', '"P1Y2M3DT4H5M6.789S"'],
    ['INTERVAL', 'INTERVAL', '-1-2 -3 -4:5:0.000001', '"P-1Y-2M-3DT-4H-5M-0.000001S"'],
    ['INTERVAL', 'INTERVAL', '0-0 1 0:0:0', '"P1D"'],
    ['INTERVAL', 'INTERVAL', '0-0 0 48:0:30', '"PT48H30S"'],
    ['INTERVAL', 'INTERVAL', '0-0 0 0:0:0', '"P0Y"'],
    ['JSON', 'JSON', '{"b":[1,null],"a":"x"}', '{"b":[1,null],"a":"x"}'],
    ['JSON', 'JSON', 'null', 'null'],
    ['GEOGRAPHY', 'GEOGRAPHY', 'POINT(1 2)', '"POINT(1 2)"'],
  ])('%s (%s) %j is %s', async (type, standard, cell, expected) => {
    expect(await read({ type }, cell)).toEqual({ column: { name: 'x', type: standard }, json: expected });
    expect(await read({ type, mode: 'NULLABLE' }, null)).toMatchObject({ json: 'null' });
    expect(await read({ type, mode: 'REPEATED' }, list(cell, cell))).toEqual({
      column: { name: 'x', type: `ARRAY<${standard}>` },
      json: `[${expected},${expected}]`,
    });
    expect(await read({ type, mode: 'REPEATED' }, null)).toMatchObject({ json: '[]' });
    const inside = { type: 'RECORD', fields: [{ name: 'a "b"', type }] };
    expect((await read(inside, row(cell))).json).toBe(`{"a \\"b\\"":${expected}}`);
    expect((await read(inside, row(null))).json).toBe('{"a \\"b\\"":null}');
  });

  describe.each(NUMBER_FORMATS)('as %s', (numbers) => {
    it.each([
      ['INTEGER', '0', '0', '"0"', '0'],
      ['INTEGER', '-9223372036854775808', '"-9223372036854775808"', '"-9223372036854775808"', '-9223372036854775808'],
      ['INT64', '9223372036854775807', '"9223372036854775807"', '"9223372036854775807"', '9223372036854775807'],
      ['NUMERIC', '238750', '238750', '"238750"', '238750'],
      ['NUMERIC', '238680.980', '"238680.98"', '"238680.98"', '238680.98'],
      ['NUMERIC', '-0', '0', '"0"', '0'],
      ['NUMERIC', '-0.00', '0', '"0"', '0'],
      ['NUMERIC', '100', '100', '"100"', '100'],
      ['BIGNUMERIC', '1.10', '"1.1"', '"1.1"', '1.1'],
      ['BIGNUMERIC', `-${BIGGEST}`, `"-${BIGGEST}"`, `"-${BIGGEST}"`, `-${BIGGEST}`],
      [
        'BIGNUMERIC',
        `0.${'0'.repeat(37)}1`,
        `"0.${'0'.repeat(37)}1"`,
        `"0.${'0'.repeat(37)}1"`,
        `0.${'0'.repeat(37)}1`,
      ],
      // No others are changed.
      ['FLOAT', '-0.0', '0', '0', '0'],
      ['FLOAT', '1.0E21', '1e+21', '1e+21', '1e+21'],
      ['FLOAT', 'NaN', '"NaN"', '"NaN"', '"NaN"'],
      ['FLOAT', '-Infinity', '"-Infinity"', '"-Infinity"', '"-Infinity"'],
      ['JSON', '{"a":9007199254740993}', '{"a":9007199254740993}', '{"a":9007199254740993}', '{"a":9007199254740993}'],
      ['STRING', '12', '"12"', '"12"', '"12"'],
      ['TIMESTAMP', '0', '"1970-01-01T00:00:00Z"', '"1970-01-01T00:00:00Z"', '"1970-01-01T00:00:00Z"'],
    ])('%s %s', async (type, cell, exact, string, number) => {
      const expected = { exact, string, number }[numbers];
      expect((await read({ type }, cell, { numbers })).json).toBe(expected);
      expect((await read({ type }, null, { numbers })).json).toBe('null');
      const repeated = await read({ type, mode: 'REPEATED' }, list(cell, cell), { numbers });
      expect(repeated.json).toBe(`[${expected},${expected}]`);
      const inside = { type: 'RECORD', fields: [{ name: 'n', type }] };
      expect((await read(inside, row(cell), { numbers })).json).toBe(`{"n":${expected}}`);
    });
  });

  it('follows a column’s own rule, whatever it holds, and no other column does', async () => {
    const numeric = { type: 'NUMERIC' };
    const fields = [
      { name: 'a', ...numeric },
      { name: 'b', ...numeric, mode: 'REPEATED' },
      { name: 'c', type: 'RECORD', fields: [{ name: 'a', ...numeric }] },
    ];
    server.answers({
      json: { jobComplete: true, schema: { fields }, rows: [row('1.5', list('2.5'), row('3.5'))] },
    });
    const columnNumbers = new Map([['a', 'number'] as const]);
    const { rows } = await (await openBigQuery(server.url)).run(statementOf({ columnNumbers }));
    expect(rows).toEqual([['1.5', '["2.5"]', '{"a":"3.5"}']]);
  });

  it.each(['1e5', '.5', '1.', '+1', '01', 'NaN', '1,2', ''])('makes no number of %j', async (cell) => {
    const failure = await failureOf(read({ type: 'NUMERIC' }, cell, { numbers: 'number' }));
    expect(failure).toEqual(new Error(`the engine sent ${JSON.stringify(cell)} as a NUMERIC`));
  });

  it.each([
    ['DATE', '[2026-11-01, 2026-12-01)', '{"start":"2026-11-01","end":"2026-12-01"}'],
    ['DATE', '[UNBOUNDED, 2026-12-01)', '{"start":null,"end":"2026-12-01"}'],
    ['DATE', '[UNBOUNDED, UNBOUNDED)', '{"start":null,"end":null}'],
    ['DATETIME', '[1969-12-31T23:59:59.500000, UNBOUNDED)', '{"start":"1969-12-31T23:59:59.5","end":null}'],
    ['TIMESTAMP', '[-1, 1795168800000000)', '{"start":"1969-12-31T23:59:59.999999Z","end":"2026-11-20T10:00:00Z"}'],
  ])('RANGE<%s> %s is %s', async (element, cell, expected) => {
    const field = { type: 'RANGE', rangeElementType: { type: element } };
    expect(await read(field, cell)).toEqual({ column: { name: 'x', type: `RANGE<${element}>` }, json: expected });
    expect(await read(field, null)).toMatchObject({ json: 'null' });
    expect(await read({ ...field, mode: 'REPEATED' }, list(cell))).toEqual({
      column: { name: 'x', type: `ARRAY<RANGE<${element}>>` },
      json: `[${expected}]`,
    });
  });

  it('writes timestamps as microseconds where that is set, inside of ranges and records too', async () => {
    const micros = async (field: Omit<FieldSchema, 'name'>, cell: unknown) =>
      (await read(field, cell, { timestamps: 'unix-micros' })).json;
    const field = { name: 't', type: 'TIMESTAMP' };
    expect(await micros(field, '-1')).toBe('-1');
    expect(await micros(field, '253402300799999999')).toBe('"253402300799999999"');
    expect(await micros({ type: 'RECORD', fields: [field] }, row('5'))).toBe('{"t":5}');
    const range = { type: 'RANGE', rangeElementType: { type: 'TIMESTAMP' } };
    expect(await micros(range, '[0, UNBOUNDED)')).toBe('{"start":0,"end":null}');
    expect(await micros({ type: 'DATETIME' }, '2026-11-20T10:00:00')).toBe('"2026-11-20T10:00:00"');
  });

  it('writes records in records, one of them or many', async () => {
    const field = {
      type: 'RECORD',
      mode: 'REPEATED',
      fields: [
        { name: 'path', type: 'STRING' },
        { name: 'cf', type: 'RECORD', fields: [{ name: 'asn', type: 'INTEGER' }] },
        { name: 'ids', type: 'INTEGER', mode: 'REPEATED' },
        { name: 'headers', type: 'STRUCT', mode: 'REPEATED', fields: [{ name: 'host', type: 'STRING' }] },
      ],
    };
    const cell = list(row('/rest', row('1'), list('7', '8'), list(row('a'), row(null))), row(null, null, [], []));
    expect(await read(field, cell)).toEqual({
      column: {
        name: 'x',
        type: 'ARRAY<STRUCT<path STRING, cf STRUCT<asn INT64>, ids ARRAY<INT64>, headers ARRAY<STRUCT<host STRING>>>>',
      },
      json:
        '[{"path":"/rest","cf":{"asn":1},"ids":[7,8],"headers":[{"host":"a"},{"host":null}]},' +
        '{"path":null,"cf":null,"ids":[],"headers":[]}]',
    });
  });

  // Wrong digits would be worse than none.
  it.each([
    ['TIMESTAMP', '1.7951688E9'],
    ['INTEGER', 'one'],
    ['FLOAT', '+Inf'],
    ['INTERVAL', 'P1D'],
  ])('takes no %s written as %s', async (type, cell) => {
    expect(await failureOf(read({ type }, cell))).toBeInstanceOf(Error);
  });
});
