import { type Hash } from 'node:crypto';
import { type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { type BrotliOptions, brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import { CODINGS, type Coded, type Coding, ownBytes } from '../../cache/cached-result.js';

/** 162 bits of a hash: far enough to tell any two contents apart, and shorter in the `ETag` of every answer. */
export function contentHash(hash: Hash): string {
  return hash.digest('base64url').slice(0, 27);
}

/** A smaller body fits into one packet either way. */
export const MIN_CODED_BYTES = 1024;

const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const NOT_CODED: Coded = Object.freeze({});

/** Encodes a body in the given codings, off the event loop; codings that would not make it smaller are left out. */
export async function encodeBody(body: Buffer, codings: readonly Coding[] = CODINGS): Promise<Coded> {
  if (body.length < MIN_CODED_BYTES) return NOT_CODED;
  const coded: Partial<Record<Coding, Buffer>> = {};
  for (const coding of codings) {
    const bytes = await ENCODERS[coding](body);
    if (bytes.length < body.length) coded[coding] = ownBytes(bytes);
  }
  return coded;
}

const ENCODERS: Readonly<Record<Coding, (body: Buffer) => Promise<Buffer>>> = {
  br: (body) => brotli(body, brotliOptions(body.length)),
  gzip: (body) => deflate(body),
};

/** Encoders for a body of a known length that comes in pieces. */
export const CODERS: Readonly<Record<Coding, (length: number) => Transform>> = {
  br: (length) => createBrotliCompress(brotliOptions(length)),
  gzip: () => createGzip(),
};

function brotliOptions(length: number): BrotliOptions {
  return { params: { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_SIZE_HINT]: length } };
}
