import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { type Registry } from '../registry/registry.service.js';
import { EndpointHistory } from './endpoint-history.service.js';

const START = Date.parse('2026-11-20T10:00:00Z');

/** As many as have a history, and two more. */
const IDS = Array.from({ length: 1002 }, (_, index) => `id-${index}`);

describe('the history of endpoints', () => {
  let now: number;
  let stats: EndpointStats;
  let history: EndpointHistory;

  beforeEach(() => {
    now = START;
    stats = new EndpointStats();
    const registry = { list: () => IDS.map((id) => ({ endpoint: { id } })) } as unknown as Registry;
    history = new EndpointHistory(stats, registry, () => now);
  });

  const nextMinute = () => {
    now += 60_000;
    history.tick();
  };

  it('is kept of those to which something happened last, and counts on for the others', () => {
    for (const id of IDS) {
      stats.of({ id }).joined += 5;
      nextMinute();
    }
    expect(history.of('id-0').minutes).toEqual([]);
    expect(history.of('id-1001').minutes).toMatchObject([{ at: new Date(now - 60_000).toISOString(), joined: 5 }]);
    // What was counted before is not told again as if it had happened now.
    stats.of({ id: 'id-0' }).joined += 1;
    nextMinute();
    expect(history.of('id-0').minutes).toMatchObject([{ joined: 1 }]);
  });

  it('ends with its endpoint', () => {
    stats.of({ id: 'id-0' }).joined += 5;
    nextMinute();
    stats.forget('id-0');
    expect(history.of('id-0')).toEqual({ minutes: [], runs: [] });
    stats.of({ id: 'id-0' }).joined += 2;
    expect(history.of('id-0').minutes).toMatchObject([{ joined: 2 }]);
  });
});
