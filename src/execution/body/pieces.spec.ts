import { Writable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { encodePieces, Pieces } from './pieces.js';

async function sent(pieces: Pieces): Promise<readonly Buffer[]> {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      done();
    },
  });
  const finished = new Promise((resolve) => stream.once('finish', resolve));
  pieces.sendTo(stream);
  await finished;
  return chunks;
}

describe('a body in pieces', () => {
  const large = Buffer.alloc(3_000_000, '{"n":1},');
  const tail = Buffer.from('"meta":{}}');

  it('is sent in the memory that its pieces have', async () => {
    const pieces = new Pieces([large.subarray(1), tail]);
    const chunks = await sent(pieces);
    expect(chunks.map(({ buffer }) => buffer === large.buffer)).toEqual([true, false]);
    expect(Buffer.concat(chunks).equals(Buffer.concat([large.subarray(1), tail]))).toBe(true);
    expect(pieces.length).toBe(large.length - 1 + tail.length);
  });

  it.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const)('is coded as one: %s', async (coding, decoded) => {
    const coded = await encodePieces([large, tail], coding);
    if (!coded) throw new Error('it is not smaller');
    const bytes = Buffer.concat(await sent(coded));
    expect([coded.coding, coded.length]).toEqual([coding, bytes.length]);
    expect(decoded(bytes).equals(Buffer.concat([large, tail]))).toBe(true);
    expect(await encodePieces([tail], coding)).toBeUndefined();
  });
});
