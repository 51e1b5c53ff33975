import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { bytesHeld } from '../support/bytes-held.js';
import { ExpiryQueue } from '../../src/cache/expiry-queue.js';

const MEBIBYTE = 2 ** 20;
const START = Date.parse('2026-11-20T10:00:00Z');

/** A key as the executor makes them, in one piece. */
function keyOf(number: number): string {
  const key = `5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10:0123456789abcdef0123456789abcdef:["project-${number}","hourly"]`;
  return Buffer.from(key).toString('latin1');
}

describe('the memory of the cache', () => {
  it.each([
    ['small results', 200, 200],
    ['results of 2 KB', 2000, 2000],
    ['results of 200 bytes to 40 KB', 200, 40_000],
  ])('stays within a tenth of its bound, however %s come and go', async (_, least, most) => {
    const maxBytes = 48 * MEBIBYTE;
    const args = ['--expose-gc', resolve('test/support/processes/churn.mjs'), ...[maxBytes, least, most].map(String)];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const { held, accounted } = JSON.parse(stdout) as { held: number; accounted: number };
    expect(accounted).toBeLessThanOrEqual(maxBytes);
    expect(accounted).toBeGreaterThan(0.8 * maxBytes);
    expect(held).toBeLessThan(1.1 * maxBytes);
    // Nor is it said to be more than it is, which would leave memory unused.
    expect(held).toBeGreaterThan(0.9 * accounted);
  });
});

describe('the plan of 100,000 entries', () => {
  const ENTRIES = 100_000;

  it('takes less than 300 bytes for each, and next to no time while nothing is due', async () => {
    const keys = Array.from({ length: ENTRIES }, (_, number) => keyOf(number));
    const before = await bytesHeld();
    const planned = new Map<string, number>();
    const queue = new ExpiryQueue();
    for (const [index, key] of keys.entries()) {
      const second = START / 1000 + 300 + (index % 300);
      planned.set(key, second);
      queue.put(key, second);
    }
    expect(((await bytesHeld()) - before) / ENTRIES).toBeLessThan(300);
    // A tick a second: 1 % of a core would be 10 ms for each of them.
    const ticks = 200;
    const { user, system } = process.cpuUsage();
    for (let tick = 0; tick < ticks; tick += 1) expect(queue.takeDue(START / 1000 + tick)).toEqual([]);
    const { user: userAfter, system: systemAfter } = process.cpuUsage();
    expect((userAfter + systemAfter - user - system) / 1000 / ticks).toBeLessThan(10);
    expect(queue.takeDue(START / 1000 + 300)).toHaveLength(Math.ceil(ENTRIES / 300));
    expect(planned.size).toBe(ENTRIES);
    expect(queue.takeDue(START / 1000 + 600)).toHaveLength(ENTRIES - Math.ceil(ENTRIES / 300));
  });
});
