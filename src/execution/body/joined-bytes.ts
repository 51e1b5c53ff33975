import { Turns } from '../../engines/turns.js';

/** Bytes that are copied between two looks at the time. */
const COPIED_BYTES = 256 * 1024;

/** The end of the copy that is made last, without its bytes. */
let last: Promise<void> = Promise.resolve();

/**
 * One body of several parts, in memory of its own. Tens of megabytes at once would hold everybody up, and so would a copy for each of those who
 * ask at the same time take any amount of memory: large ones are made in turns of the event loop, and one after the other.
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

async function copied(parts: readonly Uint8Array[], length: number): Promise<Buffer> {
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
