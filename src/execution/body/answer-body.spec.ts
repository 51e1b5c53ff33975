import { createHash } from 'node:crypto';
import { type Result } from '../../engines/engine.js';
import { addRows, AnswerBody } from './answer-body.js';
import { encodeBody } from './result-body.js';

const columns = [
  { name: 'b', type: 'INT64' },
  { name: 'a "quoted"', type: 'STRING' },
];

async function resultBody({ columns, rows }: Pick<Result, 'columns' | 'rows'>, maxBytes?: number) {
  const body = new AnswerBody(maxBytes);
  body.begin(columns);
  const isWhole = await addRows(body, rows);
  return { ...(await body.finish()), rows: body.rows, isWhole };
}

describe('AnswerBody', () => {
  it('writes the columns of each row in the stated order', async () => {
    const rows = [
      ['1', '"x"'],
      ['null', '"é😀"'],
    ];
    expect((await resultBody({ columns, rows })).body.toString()).toBe(
      '{"result":[{"b":1,"a \\"quoted\\"":"x"},{"b":null,"a \\"quoted\\"":"é😀"}]}',
    );
  });

  it('writes an empty list where there are no rows', async () => {
    expect((await resultBody({ columns, rows: [] })).body.toString()).toBe('{"result":[]}');
  });

  // Rows are written in parts of 16 KiB of text.
  it.each([1, 2, 1000, 2000, 20_000])('writes %s rows as one list', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => [String(index)]);
    const { body } = await resultBody({ columns: [{ name: 'n', type: 'INT64' }], rows });
    const { result } = JSON.parse(body.toString()) as { result: unknown[] };
    expect(result).toEqual(rows.map(([n]) => ({ n: Number(n) })));
  });

  it('keeps columns apart that JavaScript would sort or swallow', async () => {
    const names = ['2', '1', '__proto__'];
    const { body } = await resultBody({
      columns: names.map((name) => ({ name, type: 'INT64' })),
      rows: [['1', '2', '3']],
    });
    expect(body.toString()).toBe('{"result":[{"2":1,"1":2,"__proto__":3}]}');
  });
});

describe('AnswerBody with a bound', () => {
  const n = [{ name: 'n', type: 'STRING' }];
  const row = '"€"';
  const bytesOf = (rows: number) => Buffer.byteLength(`{"result":[${Array(rows).fill(`{"n":${row}}`).join(',')}]}`);

  // Far below the bound rows are let in by their characters, near it by their bytes.
  it.each([1, 2, 1000, 20_000])('has the rows that there is room for, to the byte: %s', async (count) => {
    const rows = Array.from({ length: count + 1 }, () => [row]);
    const full = await resultBody({ columns: n, rows }, bytesOf(count));
    expect(full).toMatchObject({ rows: count, isWhole: false });
    expect(full.body).toHaveLength(bytesOf(count));
    expect((JSON.parse(full.body.toString()) as { result: unknown[] }).result).toHaveLength(count);
    expect(await resultBody({ columns: n, rows }, bytesOf(count) - 1)).toMatchObject({
      rows: count - 1,
      isWhole: false,
    });
    expect(await resultBody({ columns: n, rows }, bytesOf(count + 1))).toMatchObject({
      rows: count + 1,
      isWhole: true,
    });
  });

  it('ends at the first row that it has no room for, and begins anew', async () => {
    const body = new AnswerBody(40);
    body.begin(n);
    expect(['"1"', `"${'x'.repeat(40)}"`].map((text) => body.add([text]))).toEqual([true, false]);
    body.begin(n);
    expect(body.add(['"2"'])).toBe(true);
    expect((await body.finish()).body.toString()).toBe('{"result":[{"n":"2"}]}');
    expect(body.rows).toBe(1);
  });
});

describe('the hash of a body', () => {
  const written = async (rows: readonly (readonly string[])[]) =>
    resultBody({ columns: [{ name: 'n', type: 'STRING' }], rows });

  it('is 27 characters that may stand in an ETag, others for any other body', async () => {
    const { hash } = await written([['"a"']]);
    expect(hash).toMatch(/^[A-Za-z0-9_-]{27}$/);
    expect((await written([['"a"']])).hash).toBe(hash);
    const others = [[], [['"b"']], [['"a"'], ['"a"']], [['"A"']]];
    const hashes = await Promise.all(others.map(async (rows) => (await written(rows)).hash));
    expect(new Set([hash, ...hashes]).size).toBe(1 + others.length);
  });

  // Whatever the parts it was written in: they are no part of what a client has.
  it('is another one for columns of other types', async () => {
    const one = await resultBody({ columns: [{ name: 'n', type: 'INT64' }], rows: [['1']] });
    const other = await resultBody({ columns: [{ name: 'n', type: 'FLOAT64' }], rows: [['1']] });
    expect(one.body).toEqual(other.body);
    expect(one.hash).not.toBe(other.hash);
  });

  it.each([1, 16 * 1024, 100_000])('is that of its columns and its bytes: %s characters', async (length) => {
    const { body, hash } = await written([[`"${'é'.repeat(length)}"`], ['"b"']]);
    const whole = createHash('sha256').update('[{"name":"n","type":"STRING"}]').update(body);
    expect(whole.digest('base64url').slice(0, 27)).toBe(hash);
  });
});

describe('a body', () => {
  it('is the only one in its memory, so that it holds no more than its bytes', async () => {
    const { body } = await resultBody({ columns, rows: [['1', '"x"']] });
    const { br, gzip } = await encodeBody(Buffer.from('rows '.repeat(1000)));
    for (const bytes of [body, br, gzip]) expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  });
});
