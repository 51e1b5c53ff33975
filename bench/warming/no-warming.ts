import { type PlayedKey } from './policy.js';
import { type Setting } from './setting.js';
import { type Tally } from './tally.js';

/** An entry lives `caching` seconds from its creation; whoever finds none has it made, and waits. */
export function noWarming({ times, bytes }: PlayedKey, { cachingMs, runMs }: Setting, tally: Tally): void {
  let createdAt = -Infinity;
  for (const at of times) {
    if (at - createdAt >= cachingMs) {
      createdAt = at;
      tally.ran(createdAt, bytes);
    }
    const waits = at < createdAt + runMs;
    tally.served(at, waits ? runMs : at - createdAt, waits);
  }
}
