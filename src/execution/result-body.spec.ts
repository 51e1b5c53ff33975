import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { bodyHash, encodeBody, resultBody } from './result-body.js';

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
    expect((await resultBody({ columns, rows })).toString()).toBe(
      '{"result":[{"b":1,"a \\"quoted\\"":"x"},{"b":null,"a \\"quoted\\"":"é😀"}]}',
    );
  });

  it('writes an empty list where there are no rows', async () => {
    expect((await resultBody({ columns, rows: [] })).toString()).toBe('{"result":[]}');
  });

  // Rows are written in slices of 250.
  it.each([1, 249, 250, 251, 500, 501, 1000])('writes %s rows as one list', async (count) => {
    const rows = Array.from({ length: count }, (_, index) => [String(index)]);
    const body = await resultBody({ columns: [{ name: 'n', type: 'INT64' }], rows });
    const { result } = JSON.parse(body.toString()) as { result: unknown[] };
    expect(result).toEqual(rows.map(([n]) => ({ n: Number(n) })));
  });

  it('keeps columns apart that JavaScript would sort or swallow', async () => {
    const names = ['2', '1', '__proto__'];
    const body = await resultBody({ columns: names.map((name) => ({ name, type: 'INT64' })), rows: [['1', '2', '3']] });
    expect(body.toString()).toBe('{"result":[{"2":1,"1":2,"__proto__":3}]}');
  });
});

describe('bodyHash', () => {
  it('is 27 characters that may stand in an ETag, others for any other body', () => {
    expect(bodyHash(Buffer.from('a'))).toMatch(/^[A-Za-z0-9_-]{27}$/);
    expect(bodyHash(Buffer.from('a'))).toBe(bodyHash(Buffer.from('a')));
    expect(bodyHash(Buffer.from('a'))).not.toBe(bodyHash(Buffer.from('b')));
  });
});

describe('encodeBody', () => {
  const large = Buffer.from('rows '.repeat(1000));

  it('compresses', async () => {
    const br = await encodeBody(large, 'br');
    const gzip = await encodeBody(large, 'gzip');
    expect(brotliDecompressSync(br ?? '')).toEqual(large);
    expect(gunzipSync(gzip ?? '')).toEqual(large);
  });

  it.each(['br', 'gzip'] as const)('leaves what is small or would not shrink: %s', async (coding) => {
    expect(await encodeBody(Buffer.alloc(1023), coding)).toBeUndefined();
    expect(await encodeBody(Buffer.alloc(1024), coding)).toBeDefined();
    const noise = Buffer.from(await crypto.subtle.digest('SHA-512', Buffer.from('seed')));
    const random = Buffer.concat(
      await Promise.all(
        Array.from({ length: 32 }, async (_, index) =>
          Buffer.from(await crypto.subtle.digest('SHA-512', Buffer.concat([noise, Buffer.from([index])]))),
        ),
      ),
    );
    expect(await encodeBody(random, coding)).toBeUndefined();
  });
});
