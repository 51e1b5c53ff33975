import { setImmediate } from 'node:timers/promises';
import { Budgets } from '../../src/budgets/budgets.service.js';
import { Spending } from '../../src/budgets/spending.js';
import { type Settings } from '../../src/config/settings.js';
import { EndpointStats } from '../../src/execution/endpoint-stats.service.js';
import { Collectors } from '../../src/metrics/collectors.service.js';
import { EndpointMetrics } from '../../src/metrics/endpoint-metrics.service.js';
import { MetricsText } from '../../src/metrics/metrics-text.service.js';
import { type Registry } from '../../src/registry/registry.service.js';

export interface Scrape {
  readonly milliseconds: number;
  readonly bytes: number;
  /** The longest time for which nothing else had a turn. */
  readonly longestTurnMs: number;
}

const SCRAPES = 5;

/** Writes the metrics of every endpoint, each with series of its own, packed; what else runs here lengthens some, so the best of several. */
export async function measureScrape(registry: Registry, settings: Settings): Promise<Scrape> {
  const stats = new EndpointStats();
  const budgets = new Budgets(new Spending(), Date.now, settings);
  const loaded = registry.list();
  for (const { endpoint } of loaded) stats.of(endpoint).answers[0] = 1;
  const endpoints = new EndpointMetrics(registry, stats, budgets, { ...settings, metricsMaxEndpoints: loaded.length });
  const metrics = new MetricsText(new Collectors(), endpoints);
  const scrapes: Scrape[] = [];
  for (let scrape = 0; scrape < SCRAPES; scrape += 1) scrapes.push(await measureOne(metrics));
  return scrapes.reduce((best, each) => (each.longestTurnMs < best.longestTurnMs ? each : best));
}

async function measureOne(metrics: MetricsText): Promise<Scrape> {
  const started = performance.now();
  const state = { isOver: false, bytes: 0 };
  const written = metrics.write('openmetrics', true).then(({ length }) => {
    state.isOver = true;
    state.bytes = length;
  });
  let longestTurnMs = 0;
  for (let last = started; !state.isOver;) {
    await setImmediate();
    const now = performance.now();
    longestTurnMs = Math.max(longestTurnMs, now - last);
    last = now;
  }
  await written;
  return { milliseconds: performance.now() - started, bytes: state.bytes, longestTurnMs };
}
