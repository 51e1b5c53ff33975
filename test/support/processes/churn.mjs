// Run by node --expose-gc, in a process of its own so that nothing else comes and goes in its memory meanwhile: lets results
// come and go in a MemoryStore, and prints what the store says it holds and what the process does.
import { Buffer } from 'node:buffer';
import process from 'node:process';
import { ownBytes } from '../../../dist/cache/cached-result.js';
import { MemoryStore } from '../../../dist/cache/memory-store.js';

const [maxBytes = 0, least = 0, most = 0] = process.argv.slice(2).map(Number);
let now = Date.parse('2026-11-20T10:00:00Z');
let state = 42;

/** From 0 to 1, the same in every run. */
function chance() {
  state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
  return state / 2 ** 31;
}

/** A key as the executor makes them, in one piece. */
function keyOf(number) {
  const key = `5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10:0123456789abcdef0123456789abcdef:["project-${number}","hourly"]`;
  return Buffer.from(key).toString('latin1');
}

/** A text in memory of its own, as those are that an engine tells. */
function own(text) {
  return Buffer.from(text).toString('latin1');
}

function resultOf(bytes) {
  const coded =
    bytes < 1024 ? {} : { br: ownBytes(Buffer.alloc(bytes >> 3)), gzip: ownBytes(Buffer.alloc(bytes >> 2)) };
  return {
    body: ownBytes(Buffer.alloc(bytes)),
    hash: Buffer.from(String(now + bytes).padEnd(27, '_')).toString('latin1'),
    coded,
    columns: ['timestamp', 'method', 'request_count'].map((name) => ({ name: own(name), type: own('TIMESTAMP') })),
    truncated: false,
    createdAt: now + 0.5,
    requested: false,
  };
}

function bytesHeld() {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const store = new MemoryStore(maxBytes, () => now);
const before = bytesHeld();
// Several times what it holds, some of it replaced, read, or expired meanwhile.
for (let written = 0, number = 0; written < 5 * maxBytes; number += 1) {
  now += 5;
  const value = resultOf(Math.floor(least * (most / least) ** chance()));
  written += value.body.length + 1000;
  store.set(keyOf(chance() < 0.1 ? Math.floor(chance() * number) : number), { value }, 600_000);
  store.use(keyOf(Math.floor(chance() * number)));
}
const held = bytesHeld() - before;
process.stdout.write(JSON.stringify({ held, accounted: store.bytes }));
