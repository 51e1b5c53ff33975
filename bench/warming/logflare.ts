import { type Setting } from './setting.js';
import { type Tally } from './tally.js';
import { DAY_MS } from './trace.js';

/**
 * Logflare's rule: an entry lives `caching` seconds from its creation and is run again every `cache_warming` seconds,
 * whether or not anyone reads it; reading does not make it live longer. So it is in `Logflare.Endpoints.ResultsCache`, a
 * process per entry that starts both timers when it starts, where the time from run to run is `cache_warming` and the
 * run's own duration; here it is `cache_warming` alone.
 */
export function logflare(times: readonly number[], setting: Setting, tally: Tally): void {
  const { cachingMs, cacheWarmingMs, runMs } = setting;
  let createdAt = -Infinity;
  for (const at of times) {
    if (at - createdAt >= cachingMs) {
      createdAt = at;
      tally.runs += runsOfLife(createdAt, setting);
    }
    const waits = at < createdAt + runMs;
    const landed = Math.floor((at - createdAt - runMs) / cacheWarmingMs);
    tally.served(waits ? runMs : at - createdAt - landed * cacheWarmingMs, waits);
  }
}

/** The creation, and what follows before the entry's end or the day's. */
function runsOfLife(createdAt: number, { cachingMs, cacheWarmingMs }: Setting): number {
  return Math.ceil(Math.min(cachingMs, DAY_MS - createdAt) / cacheWarmingMs);
}
