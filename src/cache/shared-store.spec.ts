import { type CachedResult } from './cached-result.js';
import { type RedisConnection } from './redis-connection.js';
import { SharedStore } from './shared-store.js';

function result(bytes: number): { value: CachedResult } {
  const body = Buffer.alloc(bytes);
  return {
    value: { body, hash: '', coded: {}, columns: [], rows: 0, truncated: false, createdAt: 0, requests: 0 },
  };
}

describe('SharedStore', () => {
  it('keeps nothing for a Redis that is too slow to take it', async () => {
    const replies: (() => void)[] = [];
    const client = { set: async () => new Promise<void>((resolve) => replies.push(resolve)) };
    const redis = { attempt: async (work: (given: typeof client) => Promise<unknown>) => work(client) };
    const store = new SharedStore(redis as unknown as RedisConnection, 'origin');
    for (let number = 0; number < 10; number += 1) store.set(String(number), result(7 * 2 ** 20));
    expect(replies).toHaveLength(4);
    for (const reply of replies.splice(0)) reply();
    await new Promise(setImmediate);
    for (let number = 0; number < 10; number += 1) store.set(String(number), result(7 * 2 ** 20));
    expect(replies).toHaveLength(4);
  });
});
