import { type Row } from './rows.js';
import { firstView } from './first-view.js';

const columns = { times: ['at'], categories: [], numbers: ['n'] };
const of = (type: string | undefined, ...times: readonly string[]) => ({
  columns: [{ name: 'at', type }],
  rows: times.map((time): Row => ({ at: time, n: 1 })),
});
const at = (...times: readonly string[]) => of('DATE', ...times);

describe('what is seen first', () => {
  it('is a chart of numbers over time', () => {
    expect(firstView(at('2026-11-01', '2026-11-02'), columns)).toBe('chart');
  });

  it('is a table where there is but one time, or none, or no number', () => {
    expect(firstView(at('2026-11-01', '2026-11-01'), columns)).toBe('table');
    // A number that might be an instant.
    expect(firstView(of('INT64', '1767225600000000', '1767225600000001'), columns)).toBe('table');
    expect(firstView(at(), columns)).toBe('table');
    expect(firstView(at('2026-11-01', '2026-11-02'), { ...columns, times: [] })).toBe('table');
    expect(firstView(at('2026-11-01', '2026-11-02'), { ...columns, numbers: [] })).toBe('table');
  });
});
