import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';
import { onceGone } from './once-gone.js';

/** A body to be sent, in one piece or in several: only its length and its identity matter here. */
type SentBody = Readonly<Pick<Buffer, 'length'>>;

/** Bodies that are being sent, each counted once for all its clients: they share its memory. */
class RefCountedBodies {
  bytes = 0;
  private readonly references = new Map<SentBody, number>();

  get isEmpty(): boolean {
    return this.references.size === 0;
  }

  /** Whether all bodies are within `maxBytes` with this one. One alone may be of any size, and one that is here already takes nothing more. */
  hasRoomFor(body: SentBody, maxBytes: number): boolean {
    return this.isEmpty || this.references.has(body) || this.bytes + body.length <= maxBytes;
  }

  add(body: SentBody): void {
    const references = this.references.get(body) ?? 0;
    this.references.set(body, references + 1);
    if (references === 0) this.bytes += body.length;
  }

  remove(body: SentBody): void {
    const references = (this.references.get(body) ?? 1) - 1;
    if (references > 0) {
      this.references.set(body, references);
      return;
    }
    this.references.delete(body);
    this.bytes -= body.length;
  }
}

/** Size below which bodies are never refused: unless its client reads nothing, the operating system's buffers take it at once. */
export const MIN_REFUSED_BYTES = 64 * 1024;

/** Least room for unsent bodies, and for those in the making, beside a small cache. */
const MIN_ROOM_BYTES = 16 * 1024 * 1024;

/** The share of the room that the clients of one key may take, so that others have the rest. */
export const SHARE_OF_KEY = 0.5;

/** Bytes of room beside a cache of this size. */
export function roomBeside(cacheMaxBytes: number): number {
  return Math.max(cacheMaxBytes, MIN_ROOM_BYTES);
}

/**
 * Bodies that are held in memory until their clients have read them, also where the cache has evicted them meanwhile. All of them may
 * take as much memory as the cache again: clients that ask for much and read nothing would take any amount.
 */
@Injectable()
export class UnsentBytes {
  private readonly maxBytes: number;
  private readonly all = new RefCountedBodies();
  /** Bodies by the key's id; keys whose clients have read everything are not in it. */
  private readonly keys = new Map<string, RefCountedBodies>();

  constructor(@Inject(Settings) { cacheMaxBytes }: Settings) {
    this.maxBytes = roomBeside(cacheMaxBytes);
  }

  get bytes(): number {
    return this.all.bytes;
  }

  /**
   * Checks that there is room before an answer is written.
   *
   * @throws QuernError `engine_busy` where too much is unsent already
   */
  needRoomFor(body: SentBody, keyId: string): void {
    if (body.length < MIN_REFUSED_BYTES || this.hasRoomFor(body, keyId)) return;
    throw new QuernError('engine_busy', 'Too much of other answers has not been read yet.', { retryAfterSeconds: 1 });
  }

  /** Counts a body that was written, until the connection has taken all of it or is gone. */
  add(body: SentBody, keyId: string, request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    if (socket.destroyed) return;
    const own = this.keys.get(keyId) ?? new RefCountedBodies();
    if (!own.hasRoomFor(body, this.maxBytes * SHARE_OF_KEY)) {
      // The body was too small to be refused, but clients of this key have left as much unread as one key may.
      socket.destroy();
      return;
    }
    onceGone(request, response, this.count(body, keyId));
  }

  /**
   * Counts a body of one call alone during the work on it.
   *
   * @throws QuernError `engine_busy` where too much is unsent already
   */
  async during<T>(body: SentBody, keyId: string, work: () => Promise<T>): Promise<T> {
    this.needRoomFor(body, keyId);
    const release = this.count(body, keyId);
    try {
      return await work();
    } finally {
      release();
    }
  }

  /** Counts a body, and returns the function that ends this, to be called once. */
  private count(body: SentBody, keyId: string): () => void {
    const own = this.keys.get(keyId) ?? new RefCountedBodies();
    this.keys.set(keyId, own);
    for (const bodies of [own, this.all]) bodies.add(body);
    return () => {
      for (const bodies of [own, this.all]) bodies.remove(body);
      if (own.isEmpty && this.keys.get(keyId) === own) this.keys.delete(keyId);
    };
  }

  private hasRoomFor(body: SentBody, keyId: string): boolean {
    const own = this.keys.get(keyId);
    return (!own || own.hasRoomFor(body, this.maxBytes * SHARE_OF_KEY)) && this.all.hasRoomFor(body, this.maxBytes);
  }
}
