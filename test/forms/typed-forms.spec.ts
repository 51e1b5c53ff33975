import { type Column, type JsonText } from '../../src/engines/engine.js';
import { arrowStream } from '../../src/forms/arrow.js';
import { parquetFile } from '../../src/forms/parquet.js';
import { readArrow } from '../support/forms/read-arrow.js';
import { queryParquet, readParquet, type ReadBack } from '../support/forms/read-parquet.js';

type Rows = Iterable<readonly JsonText[]>;
type Form = readonly [name: string, read: (columns: readonly Column[], rows: Rows) => Promise<ReadBack> | ReadBack];

const FORMS: readonly Form[] = [
  ['Parquet', (columns, rows) => readParquet(parquetFile(columns, rows))],
  ['Arrow', (columns, rows) => readArrow(arrowStream(columns, rows))],
];

describe.each(FORMS)('an answer as %s', (_, read) => {
  it('has its columns where there are no rows', async () => {
    const columns = [
      { name: 'n', type: 'INT64' },
      { name: 'list', type: 'ARRAY<STRUCT<a STRING, b ARRAY<INT64>>>' },
    ];
    const { names, types, rows } = await read(columns, []);
    expect(names).toEqual(['n', 'list']);
    expect(types).toHaveLength(2);
    expect(rows).toEqual([]);
  });

  it('tells NULL, the empty text, an empty array and a STRUCT of NULLs apart', async () => {
    const columns = [
      { name: 'text', type: 'STRING' },
      { name: 'list', type: 'ARRAY<STRING>' },
      { name: 'pair', type: 'STRUCT<a STRING, b ARRAY<STRING>>' },
    ];
    const { rows } = await read(columns, [
      ['null', '[]', 'null'],
      ['""', '[""]', '{"a":null,"b":[]}'],
      ['"null"', '["null"]', '{"a":"","b":[""]}'],
    ]);
    expect(rows).toEqual([
      [null, [], null],
      ['', [''], { a: null, b: [] }],
      ['null', ['null'], { a: '', b: [''] }],
    ]);
  });

  it('gives every field a name of its own', async () => {
    const { rows } = await read(
      [{ name: 'x', type: 'STRUCT<INT64, a INT64, A INT64, a_2 INT64, a INT64>' }],
      [['{"":1,"a":2,"A":3,"a_2":4,"a":5}']],
    );
    expect(rows).toEqual([[{ _field_1: 1n, a: 2n, A_3: 3n, a_2: 4n, a_4: 5n }]]);
  });

  it('writes values of a type that it does not know as their JSON', async () => {
    const { rows } = await read([{ name: 'x', type: 'GRAPH_ELEMENT' }], [['{"n":1.50}'], ['null']]);
    expect(rows).toEqual([['{"n":1.50}'], [null]]);
  });

  it('would rather fail than write another number', async () => {
    const write = async (type: string, text: JsonText) => read([{ name: 'x', type }], [[text]]);
    await expect(write('INT64', '9223372036854775808')).rejects.toThrow(RangeError);
    await expect(write('INT64', '1.5')).rejects.toThrow(SyntaxError);
    await expect(write('NUMERIC', '0.0000000001')).rejects.toThrow(RangeError);
    await expect(write('NUMERIC', '1000000000000000000000000000000')).rejects.toThrow(RangeError);
    await expect(write('DATE', '"soon"')).rejects.toThrow(RangeError);
    await expect(write('TIMESTAMP', '"soonZ"')).rejects.toThrow(RangeError);
  });
});

describe('an answer as Parquet', () => {
  const columns = [
    { name: 'x', type: 'STRUCT<__proto__ INT64>' },
    { name: 'text', type: 'STRING' },
  ];

  it('has fields and texts that readers in JavaScript are led astray by', async () => {
    const file = parquetFile(columns, [['{"__proto__":7}', '"\ufeffx"']]);
    expect(await queryParquet(file, "struct_extract(x, '__proto__') AS n, hex(encode(text)) AS text")).toEqual([
      [7n, 'EFBBBF78'],
    ]);
  });
});
