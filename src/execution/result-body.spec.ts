import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodeBody, resultBody } from './result-body.js';

const columns = [
  { name: 'b', type: 'INT64' },
  { name: 'a "quoted"', type: 'STRING' },
];

describe('resultBody', () => {
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
  it.each([1, 16 * 1024, 100_000])('is that of its bytes: %s characters', async (length) => {
    const { body, hash } = await written([[`"${'é'.repeat(length)}"`], ['"b"']]);
    expect(createHash('sha256').update(body).digest('base64url').slice(0, 27)).toBe(hash);
  });
});

describe('a body', () => {
  it('is the only one in its memory, so that it holds no more than its bytes', async () => {
    const { body } = await resultBody({ columns, rows: [['1', '"x"']] });
    const { br, gzip } = await encodeBody(Buffer.from('rows '.repeat(1000)));
    for (const bytes of [body, br, gzip]) expect(bytes?.buffer.byteLength).toBe(bytes?.length);
  });
});

describe('encodeBody', () => {
  const large = Buffer.from('rows '.repeat(1000));

  it('compresses, in every coding that is asked for', async () => {
    const { br, gzip } = await encodeBody(large);
    expect(brotliDecompressSync(br ?? '')).toEqual(large);
    expect(gunzipSync(gzip ?? '')).toEqual(large);
    expect(Object.keys(await encodeBody(large, ['gzip']))).toEqual(['gzip']);
    expect(Object.keys(await encodeBody(large, ['br']))).toEqual(['br']);
    expect(await encodeBody(large, [])).toEqual({});
  });

  it.each(['br', 'gzip'] as const)('leaves what is small or would not shrink: %s', async (coding) => {
    expect(await encodeBody(Buffer.alloc(1023), [coding])).toEqual({});
    expect(Object.keys(await encodeBody(Buffer.alloc(1024), [coding]))).toEqual([coding]);
    expect(await encodeBody(noise(2048), [coding])).toEqual({});
  });
});

/** Bytes that no coding makes fewer, the same each time. */
function noise(length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update('seed').digest();
}
