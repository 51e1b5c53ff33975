import { type PlayedKey } from './policy.js';
import { type Setting } from './setting.js';
import { type Tally } from './tally.js';

/**
 * Logflare's rule: an entry lives `caching` seconds from its creation and is run again every `cache_warming` seconds,
 * whether or not anyone reads it; reading does not make it live longer. So it is in `Logflare.Endpoints.ResultsCache`, a
 * process per entry that starts both timers when it starts, where the time from run to run is `cache_warming` and the
 * run's own duration; here it is `cache_warming` alone.
 */
export function logflare({ times, bytes, endMs }: PlayedKey, setting: Setting, tally: Tally): void {
  const { cachingMs, cacheWarmingMs, runMs } = setting;
  let createdAt = -Infinity;
  for (const at of times) {
    if (at - createdAt >= cachingMs) {
      createdAt = at;
      const lifeMs = Math.min(cachingMs, endMs - createdAt);
      for (let age = 0; age < lifeMs; age += cacheWarmingMs) tally.ran(createdAt + age, bytes);
    }
    const waits = at < createdAt + runMs;
    const landed = Math.floor((at - createdAt - runMs) / cacheWarmingMs);
    tally.served(at, waits ? runMs : at - createdAt - landed * cacheWarmingMs, waits);
  }
}
