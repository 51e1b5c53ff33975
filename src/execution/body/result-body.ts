import { type Hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { CODINGS, type Coded, type Coding, ownBytes } from '../../cache/cached-result.js';

/** 162 bits of a hash: by far enough that no two contents share one, and shorter in the `ETag` of every answer. */
export function contentHash(hash: Hash): string {
  return hash.digest('base64url').slice(0, 27);
}

/** A body of fewer bytes fits into one packet either way. */
const MIN_COMPRESSED_BYTES = 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const NOT_CODED: Coded = Object.freeze({});

/** A body in the given codings, made off the event loop; those that would not make it smaller are left out. */
export async function encodeBody(body: Buffer, codings: readonly Coding[] = CODINGS): Promise<Coded> {
  if (body.length < MIN_COMPRESSED_BYTES) return NOT_CODED;
  const coded: Partial<Record<Coding, Buffer>> = {};
  for (const coding of codings) {
    const bytes = await ENCODERS[coding](body);
    if (bytes.length < body.length) coded[coding] = ownBytes(bytes);
  }
  return coded;
}

const ENCODERS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) =>
    brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
  gzip: (body) => deflate(body),
};
