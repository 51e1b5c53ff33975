import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { type NumberFormat, NUMBER_FORMATS } from '../number-format.js';
import { nullableArrayOf, singleArrayOf, type SqlType } from '../../googlesql/types/types.js';
import { sqlTypeOf } from './column-types.js';
import { heldItems } from './records/record-columns.js';
import { encodeRows } from './row-encoder.js';
import { printed, nameSql } from './compiler/sql-tree/sql.js';
import { answerValue } from './compiler/types/answer-value.js';
import { writtenJson } from './written-json.js';

const TEXTS = [
  '',
  '"',
  '\\',
  '\\"',
  'null',
  '[null]',
  ',"there":true}',
  '{"a":[',
  'ß\u2028\u{1f600}',
  '\u0001\n\u001f',
];

/** Values of one type each, in DuckDB's SQL. */
const VALUES: readonly (readonly string[])[] = [
  ['[1, 2]', '[]', 'NULL', '[9007199254740991, 9007199254740992, -9007199254740992, -9223372036854775808]'],
  ['{a: 1::BIGINT, b: true}', '{a: NULL, b: false}', 'NULL', '{a: 123456789012345678, b: NULL}'],
  ["[{a: ['x'], n: {l: [1::BIGINT]}}]", '[{a: NULL, n: NULL}, {a: [], n: {l: NULL}}]', 'NULL'],
  [`{"a b": [{t: 'x'}], t: 'y'}`, `{"a b": NULL, t: NULL}`],
  TEXTS.map((text) => `[{t: ${literal(text)}, u: [${literal(text)}]}]`),
];

describe('JSON text that DuckDB writes of nested values', () => {
  let connection: DuckDBConnection;

  beforeAll(async () => {
    connection = await (await DuckDBInstance.create()).connect();
    await connection.run(`CREATE MACRO bq_json_answer(x) AS x`);
  });

  /** Texts by the encoder of values, and by what `to_json` writes. */
  const both = async (rows: string, type: SqlType, held: SqlType, numbers: NumberFormat) => {
    const formats = { timestamps: 'iso8601', numbers, columnNumbers: undefined } as const;
    const column = { name: 'v', type: '', sqlType: type };
    const stored = `(SELECT ${heldItems([{ name: 'v', type: held }])} FROM (${rows}))`;
    const values = await connection.run(`SELECT ${printed(answerValue(nameSql('v'), held))} AS v FROM ${stored}`);
    const json = await connection.run(`SELECT to_json(v) AS v FROM ${stored}`);
    const written = { ...column, sqlType: { kind: 'JSON' } as const, written: held };
    return [await encodeRows(values, [column], formats), await encodeRows(json, [written], formats)] as const;
  };

  it.each(VALUES.flatMap((values) => NUMBER_FORMATS.map((numbers) => ({ values, numbers }))))(
    'is that of answers: $values, numbers $numbers',
    async ({ values, numbers }) => {
      const rows = `SELECT unnest([${values.join(', ')}]) AS v`;
      const type = sqlTypeOf((await connection.run(rows)).columnType(0));
      if (!type) throw new TypeError('of no type');
      const [expected, found] = await both(rows, type, type, numbers);
      expect(found).toEqual(expected);
    },
  );

  it.each([
    ['always', 'always', [`[{a: 'x', b: [{c: 1::BIGINT}]}]`, `[{a: ',"there":true}', b: [{c: NULL}]}]`]],
    [
      'always',
      'sometimes',
      [`[{a: 'x', b: [{c: 1::BIGINT}]}]`, `[{a: ',"there":null}', b: []}]`, `[{a: NULL, b: NULL}]`],
    ],
    ['sometimes', 'always', [`[{a: 'x', b: [{c: 12345678901234567}]}]`, '[]', 'NULL']],
    ['sometimes', 'sometimes', [`[{a: 'x', b: [{c: 12345678901234567}]}]`, '[]', 'NULL', `[{a: 'y', b: []}]`]],
  ] as const)('is that of answers where records are held, %s and within %s', async (outer, inner, values) => {
    const rows = `SELECT unnest([${values.join(', ')}]) AS v`;
    const type = sqlTypeOf((await connection.run(rows)).columnType(0));
    const field = type?.kind === 'ARRAY' && type.element.kind === 'STRUCT' ? type.element.fields[1]?.type : undefined;
    if (type?.kind !== 'ARRAY' || field?.kind !== 'ARRAY') throw new TypeError('of another type');
    const fields = [
      { name: 'a', type: { kind: 'STRING' } as const },
      { name: 'b', type: singleArrayOf(field.element, inner) },
    ];
    const [expected, found] = await both(rows, type, singleArrayOf({ kind: 'STRUCT', fields }, outer), 'exact');
    expect(found).toEqual(expected);
  });

  it.each(['[1, NULL]', '[NULL]', "['a', NULL]", '[{a: [NULL]}]', '[NULL::STRUCT(a BIGINT)]'])(
    'is none of an array with a NULL element: %s',
    async (value) => {
      const type = sqlTypeOf((await connection.run(`SELECT ${value} AS v`)).columnType(0));
      if (!type) throw new TypeError('of no type');
      const json = await connection.run(`SELECT to_json(${value}) AS v`);
      const written = [{ name: 'v', type: '', sqlType: { kind: 'JSON' } as const, written: type }];
      await expect(encodeRows(json, written, { timestamps: 'iso8601', numbers: 'exact' })).rejects.toThrow(
        'an ARRAY of the answer has a NULL element',
      );
    },
  );

  it.each(['{"b":1}', '{"a":1', '{"a":1}}', '{"a":1,"c":2}', '[1]', '{"a":"1"}', ''])('is not %j', (text) => {
    const type: SqlType = { kind: 'STRUCT', fields: [{ name: 'a', type: { kind: 'INT64' } }] };
    expect(() => writtenJson(type, 'exact')(text)).toThrow('JSON of a nested value');
    expect(() => writtenJson(nullableArrayOf(type), 'exact')(text)).toThrow('JSON of a nested value');
  });
});

function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
