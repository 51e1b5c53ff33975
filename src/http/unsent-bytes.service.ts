import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';
import { RefCountedBodies } from './ref-counted-bodies.js';

/** Smaller answers are refused to nobody: the system's own buffers take them at once, unless their client does not read. */
const LEAST_BYTES = 64 * 1024;

/** Room that there is whatever the cache may take. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024;

/** The share of the room that one key may have, so that others have the rest. */
const SHARE_OF_KEY = 0.5;

/**
 * What clients have not read yet of their answers, whether those were made for them or come from the cache, from which they may be evicted
 * meanwhile. It may take as much memory as the cache again, or else many who ask for a lot and read nothing would take all of it.
 */
@Injectable()
export class UnsentBytes {
  private readonly mostBytes: number;
  private readonly all = new RefCountedBodies();
  /** By the key's id; one that has read everything is not in it. */
  private readonly keys = new Map<string, RefCountedBodies>();

  constructor(@Inject(Settings) { cacheMaxBytes }: Settings) {
    this.mostBytes = Math.max(cacheMaxBytes, LEAST_ROOM_BYTES);
  }

  /** Bytes of all that is unread. */
  get bytes(): number {
    return this.all.bytes;
  }

  /**
   * Asked before an answer is written.
   *
   * @throws QuernError `engine_busy` where too much is unread already
   */
  needRoomFor(body: Buffer, keyId: string): void {
    if (body.length < LEAST_BYTES || this.hasRoomFor(body, keyId)) return;
    throw new QuernError('engine_busy', 'Too much of other answers has not been read yet.', { retryAfterSeconds: 1 });
  }

  /** Counts a body that has been written and that the connection did not take at once: until it has, or is gone. */
  add(body: Buffer, keyId: string, { socket }: IncomingMessage, response: ServerResponse): void {
    if (socket.destroyed) return;
    const own = this.keys.get(keyId) ?? new RefCountedBodies();
    if (!own.hasRoomFor(body, this.mostBytes * SHARE_OF_KEY)) {
      // Small as the answer is: clients of its key have left as much unread as one key may. What others have left is not its fault.
      socket.destroy();
      return;
    }
    this.keys.set(keyId, own);
    for (const held of [own, this.all]) held.add(body);
    // A response that queues behind another one of a pipeline does not hear that the connection is gone.
    const end = () => {
      socket.off('close', end);
      response.off('close', end);
      for (const held of [own, this.all]) held.remove(body);
      if (own.isEmpty && this.keys.get(keyId) === own) this.keys.delete(keyId);
    };
    socket.once('close', end);
    response.once('close', end);
  }

  private hasRoomFor(body: Buffer, keyId: string): boolean {
    const own = this.keys.get(keyId);
    return (!own || own.hasRoomFor(body, this.mostBytes * SHARE_OF_KEY)) && this.all.hasRoomFor(body, this.mostBytes);
  }
}
