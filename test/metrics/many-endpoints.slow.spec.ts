import { setImmediate } from 'node:timers/promises';
import { EndpointStats } from '../../src/execution/endpoint-stats.service.js';
import { MetricsText } from '../../src/metrics/metrics-text.service.js';
import { Registry } from '../../src/registry/registry.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

const ENDPOINTS = 10_000;

/** Lines that one endpoint, or one metric that is not of endpoints, may need at a time. */
const MAX_STEP = 1000;

describe('a scrape of ten thousand endpoints', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: { 'e.yaml': endpointFile({ name: 'e', caching: 900, query: 'SELECT 1 AS n' }) },
      env: { QUERN_METRICS_MAX_ENDPOINTS: '20000' },
    });
    const registry = service.app.get(Registry);
    const loaded = registry.find('e');
    // Only they are many: what is loaded is one endpoint, under ten thousand names.
    const list = Array.from({ length: ENDPOINTS }, (_, index) => {
      const name = `e${String(index).padStart(5, '0')}`;
      return { ...loaded, endpoint: { ...loaded.endpoint, id: name, name } };
    });
    jest.spyOn(registry, 'list').mockReturnValue(list);
    jest.spyOn(registry, 'byIdIfServed').mockReturnValue(loaded.endpoint);
    const stats = service.app.get(EndpointStats);
    for (const { endpoint } of list) stats.of(endpoint).answers[0] = 1;
  });

  afterAll(async () => service.close());

  it.each(['text', 'openmetrics'] as const)('is written as %s in small steps', (format) => {
    const metrics = service.app.get(MetricsText);
    let [steps, longest, lines] = [0, 0, 0];
    for (const step of metrics.steps(format)) {
      steps += 1;
      longest = Math.max(longest, step.length);
      lines += step.split('\n').length - 1;
    }
    expect(lines).toBeGreaterThan(ENDPOINTS * 20);
    // No step is the work of more than a line with its head.
    expect(steps).toBeGreaterThan(lines);
    expect(longest).toBeLessThan(MAX_STEP);
  });

  it.each([true, false])('lets others have their turns in between, packed: %s', async (gzip) => {
    const scraped = service.app.get(MetricsText).write('text', gzip);
    let turns = 0;
    const state = { isOver: false };
    void scraped.then(() => (state.isOver = true));
    while (!state.isOver) {
      await setImmediate();
      turns += 1;
    }
    const { length } = await scraped;
    // A turn is a quarter of a millisecond of work, of which there are hundreds.
    expect(turns).toBeGreaterThan(20);
    expect(length).toBeGreaterThan(100_000);
  });
});
