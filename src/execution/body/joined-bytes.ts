import { Turns } from '../../engines/turns.js';

/** Bytes that are copied before the event loop gets a turn. */
const COPIED_BYTES = 256 * 1024;

/** Settles when the copy that was begun last is done. */
let last: Promise<void> = Promise.resolve();

/**
 * Joins parts to one body in memory of its own. Copying tens of megabytes at once would block the event loop, and copies for many callers
 * at the same time would take any amount of memory: large ones are made in turns of the event loop, and one after the other.
 */
export async function joinedBytes(parts: readonly Uint8Array[]): Promise<Buffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  if (length <= COPIED_BYTES) return Buffer.concat(parts);
  const body = last.then(async () => copied(parts, length));
  last = body.then(
    () => undefined,
    () => undefined,
  );
  return body;
}

/** Copies parts into memory of their own (see `ownBytes`), in turns of the event loop. */
export async function copied(parts: readonly Uint8Array[], length: number): Promise<Buffer> {
  const body = Buffer.allocUnsafeSlow(length);
  const turns = new Turns();
  let end = 0;
  for (const part of parts) {
    for (let at = 0; at < part.length; at += COPIED_BYTES) {
      const piece = part.subarray(at, at + COPIED_BYTES);
      body.set(piece, end);
      end += piece.length;
      if (turns.isOver()) await turns.next();
    }
  }
  return body;
}
