import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';

/** Bounds how many calls of one key wait for runs, so that a key cannot fill the queue of the engine. */
@Injectable()
export class ConcurrentCalls {
  /** How many calls wait, by the key's id; a key without any is not in it. */
  private readonly waiting = new Map<string, number>();

  constructor(@Inject(Settings) private readonly settings: Settings) {}

  /**
   * Counts a call while it waits.
   *
   * @throws QuernError `too_many_runs`
   */
  async during<T>(keyId: string, wait: () => Promise<T>): Promise<T> {
    const before = this.waiting.get(keyId) ?? 0;
    const { keyConcurrency } = this.settings;
    if (before >= keyConcurrency) {
      throw new QuernError('too_many_runs', `${keyConcurrency} calls of the key \`${keyId}\` are waiting already.`, {
        retryAfterSeconds: 1,
      });
    }
    this.waiting.set(keyId, before + 1);
    try {
      return await wait();
    } finally {
      const left = (this.waiting.get(keyId) ?? 1) - 1;
      if (left > 0) this.waiting.set(keyId, left);
      else this.waiting.delete(keyId);
    }
  }
}
