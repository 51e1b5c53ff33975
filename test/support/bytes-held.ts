import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes that this process holds, after all that can go is gone; some of it goes only when its finalizers have run. */
export async function bytesHeld(): Promise<number> {
  let last = Infinity;
  for (;;) {
    collectGarbage();
    await setImmediate();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    if (last - (heapUsed + arrayBuffers) < 64 * 1024) return heapUsed + arrayBuffers;
    last = heapUsed + arrayBuffers;
  }
}
