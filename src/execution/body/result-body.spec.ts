import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodeBody } from './result-body.js';

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
