import { type Writable } from 'node:stream';
import { type Coding } from '../../cache/cached-result.js';
import { CODERS, MIN_CODED_BYTES } from './result-body.js';

/** A body in several pieces, which is sent without ever being joined. */
export class Pieces {
  /** Bytes of all pieces together. */
  readonly length: number;

  constructor(
    private readonly pieces: readonly Buffer[],
    readonly coding?: Coding,
  ) {
    this.length = pieces.reduce((sum, { length }) => sum + length, 0);
  }

  sendTo(stream: Writable): void {
    for (const piece of this.pieces) stream.write(piece);
    stream.end();
  }
}

/** Encodes pieces off the event loop; undefined where that would not make them smaller. */
export async function encodePieces(pieces: readonly Buffer[], coding: Coding): Promise<Pieces | undefined> {
  const { length } = new Pieces(pieces);
  if (length < MIN_CODED_BYTES) return undefined;
  const coder = CODERS[coding](length);
  for (const piece of pieces) coder.write(piece);
  coder.end();
  const coded = new Pieces((await coder.toArray()) as Buffer[], coding);
  return coded.length < length ? coded : undefined;
}
