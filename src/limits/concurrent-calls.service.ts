import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { QuernError } from '../errors/quern-error.js';

/** Bounds the number of one key's calls that wait for runs, so that no key can fill the queue of the engine. */
@Injectable()
export class ConcurrentCalls {
  /** Number of waiting calls by the key's id; keys without any are not in it. */
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
