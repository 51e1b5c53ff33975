import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Agenda } from '../src/cache/agenda.js';
import { type CachedResult, ownBytes } from '../src/cache/cached-result.js';
import { MemoryStore } from '../src/cache/memory-store.js';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that this process holds, after all that can go is gone; some of it goes only when its finalizers have run. */
async function bytesHeld(): Promise<number> {
  let last = Infinity;
  for (;;) {
    collectGarbage();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (last - (heapUsed + arrayBuffers) < 64 * 1024) return heapUsed + arrayBuffers;
    last = heapUsed + arrayBuffers;
  }
}

const MEBIBYTE = 2 ** 20;
const START = Date.parse('2026-11-20T10:00:00Z');

/** Numbers from 0 to 1 that are the same in every run. */
function chances() {
  let state = 42;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

/** A key as the executor makes them, in one piece. */
function keyOf(number: number): string {
  const key = `5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10:0123456789abcdef0123456789abcdef:["project-${number}","hourly"]`;
  return Buffer.from(key).toString('latin1');
}

function resultOf(bytes: number, now: number): CachedResult {
  const coded =
    bytes < 1024 ? {} : { br: ownBytes(Buffer.alloc(bytes >> 3)), gzip: ownBytes(Buffer.alloc(bytes >> 2)) };
  return {
    body: ownBytes(Buffer.alloc(bytes)),
    hash: Buffer.from(String(now + bytes).padEnd(27, '_')).toString('latin1'),
    coded,
    truncated: false,
    createdAt: now + 0.5,
    asked: false,
  };
}

describe('the memory of the cache', () => {
  it.each([
    ['small results', () => 200],
    ['results of 2 KB', () => 2000],
    ['results of 200 bytes to 40 KB', (chance: number) => Math.floor(200 * 200 ** chance)],
  ])('stays within a tenth of its bound, however %s come and go', async (_, sizeOf) => {
    const maxBytes = 48 * MEBIBYTE;
    const chance = chances();
    let now = START;
    const store = new MemoryStore(maxBytes, () => new Date(now));
    const before = await bytesHeld();
    // Several times what it holds, some of it replaced, read, or expired meanwhile.
    for (let written = 0, number = 0; written < 5 * maxBytes; number += 1) {
      now += 5;
      const result = resultOf(sizeOf(chance()), now);
      written += result.body.length + 1000;
      store.set(keyOf(chance() < 0.1 ? Math.floor(chance() * number) : number), { value: result }, 600_000);
      store.use(keyOf(Math.floor(chance() * number)));
    }
    const held = (await bytesHeld()) - before;
    expect(store.bytes).toBeLessThanOrEqual(maxBytes);
    expect(store.bytes).toBeGreaterThan(0.8 * maxBytes);
    expect(held).toBeLessThan(1.1 * maxBytes);
    // Nor is it said to be more than it is, which would leave memory unused.
    expect(held).toBeGreaterThan(0.9 * store.bytes);
  });
});

describe('the plan of 100,000 entries', () => {
  const ENTRIES = 100_000;

  it('takes less than 300 bytes for each, and next to no time while nothing is due', async () => {
    const keys = Array.from({ length: ENTRIES }, (_, number) => keyOf(number));
    const before = await bytesHeld();
    const planned = new Map<string, number>();
    const agenda = new Agenda((key, second) => planned.get(key) === second);
    for (const [index, key] of keys.entries()) {
      const second = START / 1000 + 300 + (index % 300);
      planned.set(key, second);
      agenda.put(key, second);
    }
    expect(((await bytesHeld()) - before) / ENTRIES).toBeLessThan(300);
    // A tick a second: 1 % of a core would be 10 ms for each of them.
    const ticks = 200;
    const { user, system } = process.cpuUsage();
    for (let tick = 0; tick < ticks; tick += 1) expect(agenda.takeDue(START / 1000 + tick)).toEqual([]);
    const { user: userAfter, system: systemAfter } = process.cpuUsage();
    expect((userAfter + systemAfter - user - system) / 1000 / ticks).toBeLessThan(10);
    expect(agenda.takeDue(START / 1000 + 300)).toHaveLength(Math.ceil(ENTRIES / 300));
    expect([agenda.size, planned.size]).toEqual([ENTRIES - Math.ceil(ENTRIES / 300), ENTRIES]);
  });
});
