import { Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { MAX_PART_BYTES } from '../contract/listing/part.js';
import { ConcurrentCalls } from './concurrent-calls.service.js';
import { UnsentBytes } from './unsent-bytes.service.js';

/** Most memory that making one answer may take. */
const IN_THE_MAKING = { length: MAX_PART_BYTES };

/** Holder of the memory for an answer in the making: no key, since several may wait for the same one. */
const NOBODY = '';

/** Bounds answers about all endpoints, which have megabytes: one is made at a time, and a wait for one counts among the calls of its key. */
@Injectable()
export class LongAnswers {
  private last: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly calls: ConcurrentCalls,
    private readonly unsent: UnsentBytes,
  ) {}

  /**
   * Waits for the answer that `asked` begins or joins.
   *
   * @throws QuernError `too_many_runs`, and `engine_busy` where clients of the key have left too much unread
   */
  async waitFor<T>(key: Key, asked: () => Promise<T>): Promise<T> {
    this.unsent.needRoomFor(IN_THE_MAKING, key.id);
    return this.calls.during(key.id, asked);
  }

  /** Makes an answer once all earlier ones have been made. */
  async inTurn<T>(make: () => Promise<T>): Promise<T> {
    const made = this.last.then(async () => this.unsent.during({ ...IN_THE_MAKING }, NOBODY, make));
    this.last = made.catch(() => undefined);
    return made;
  }
}
