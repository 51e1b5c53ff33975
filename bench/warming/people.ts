import { randomNumbers } from './random.js';
import { DAY_MS, HOUR_MS, type Request } from './trace.js';

const MINUTE_MS = 60_000;
const POLL_MS = 30_000;

/** Charts of a dashboard, each a key of its own; they are asked for one after the other. */
const CHARTS = 6;
const CHARTS_APART_MS = 50;

/** Share of the hours from 7 to 19 of which there is something at night. */
const AT_NIGHT = 0.12;

/** Dashboards that are opened some six times a day, some often and some seldom, for a quarter of an hour on average, and poll as long as they are open. */
export function dashboards(days: number, count: number, seed: number): readonly Request[] {
  const random = randomNumbers(seed);
  const trace: Request[] = [];
  for (let dashboard = 0; dashboard < count; dashboard += 1) {
    const betweenMs = DAY_MS / (30 * random());
    for (let at = 0; ;) {
      at += exponential(random, betweenMs);
      if (at >= days * DAY_MS) break;
      const hour = (at % DAY_MS) / HOUR_MS;
      if (random() > (hour >= 7 && hour < 19 ? 1 : AT_NIGHT)) continue;
      const closedAt = Math.min(at + exponential(random, 15 * MINUTE_MS), days * DAY_MS - POLL_MS);
      for (let poll = at; poll < closedAt; poll += POLL_MS) {
        for (let chart = 0; chart < CHARTS; chart += 1)
          trace.push({ at: poll + chart * CHARTS_APART_MS, key: dashboard * CHARTS + chart });
      }
    }
  }
  return inOrder(trace);
}

/** Reports that are looked at on working days: nearly always at an hour of their own, give or take ten minutes, up to four times in a row, and now and then besides. */
export function weekdays(days: number, count: number, seed: number): readonly Request[] {
  const random = randomNumbers(seed);
  const trace: Request[] = [];
  for (let key = 0; key < count; key += 1) {
    // Most of them in the morning.
    const usual = (7.5 + 10 * random() * random()) * HOUR_MS;
    for (let day = 0; day < days; day += 1) {
      if (day % 7 >= 5) continue;
      if (random() < 0.9) {
        let at = day * DAY_MS + usual + (random() - 0.5) * 20 * MINUTE_MS;
        for (let looks = Math.ceil(random() * 4); looks > 0; looks -= 1) {
          trace.push({ at, key });
          at += exponential(random, 10 * MINUTE_MS);
        }
      }
      for (let more = Math.floor(random() * 4); more > 0; more -= 1)
        trace.push({ at: day * DAY_MS + (8 + 10 * random()) * HOUR_MS, key });
    }
  }
  return inOrder(trace);
}

function exponential(random: () => number, mean: number): number {
  return -Math.log(1 - random()) * mean;
}

function inOrder(trace: Request[]): readonly Request[] {
  return trace.sort((one, other) => one.at - other.at);
}
