import { costIn } from './run-cost.js';

const listed = (last_run: object | null) => ({ result: { runs: { last_run } } });

describe('what a run has cost', () => {
  it('is what the engine tells', () => {
    const run = { milliseconds: 12, rows: 3, bytes_processed: 2048, bytes_billed: 10_485_760, slot_ms: 5 };
    expect(costIn(listed(run))).toEqual([
      ['bytes_processed', 2048],
      ['bytes_billed', 10_485_760],
      ['slot_ms', 5],
    ]);
  });

  it.each([[listed({ milliseconds: 12, rows: 3 })], [listed(null)], [{}], [undefined]])('is nothing in %j', (body) => {
    expect(costIn(body)).toEqual([]);
  });
});
