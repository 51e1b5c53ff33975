import { Inject, Injectable } from '@nestjs/common';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';

/** Smaller answers are left uncounted: connections are limited. */
const LEAST_BYTES = 64 * 1024;

/** Room that there is whatever the cache may take. */
const LEAST_ROOM_BYTES = 16 * 1024 * 1024;

/**
 * What clients have not read yet of answers that were made for them. It may take as much memory as the cache again, or else many who
 * ask for a lot and read nothing would take all of it.
 */
@Injectable()
export class UnreadAnswers {
  private readonly mostBytes: number;
  private bytes = 0;
  /** Callers who were answered alike share one body. */
  private readonly readers = new Map<Buffer, number>();

  constructor(@Inject(Settings) { cacheMaxBytes }: Settings) {
    this.mostBytes = Math.max(cacheMaxBytes, LEAST_ROOM_BYTES);
  }

  /**
   * Counts a body until the response has ended, or the connection. One alone may be of any size.
   *
   * @throws QuernError `engine_busy` where too much is unread already
   */
  add(body: Buffer, { socket }: IncomingMessage, response: ServerResponse): void {
    if (body.length < LEAST_BYTES || socket.destroyed) return;
    const readers = this.readers.get(body) ?? 0;
    if (readers === 0 && this.bytes > 0 && this.bytes + body.length > this.mostBytes) {
      throw new QuernError('engine_busy', 'Too much of other answers has not been read yet.', { retryAfterSeconds: 1 });
    }
    this.readers.set(body, readers + 1);
    if (readers === 0) this.bytes += body.length;
    // A response that queues behind another one of a pipeline does not hear that the connection is gone.
    const end = () => {
      socket.off('close', end);
      response.off('close', end);
      this.remove(body);
    };
    socket.once('close', end);
    response.once('close', end);
  }

  private remove(body: Buffer): void {
    const readers = (this.readers.get(body) ?? 1) - 1;
    if (readers > 0) {
      this.readers.set(body, readers);
      return;
    }
    this.readers.delete(body);
    this.bytes -= body.length;
  }
}
