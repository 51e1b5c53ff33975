import { canStack, MAX_PLACES, MAX_SERIES, plotted, stacked } from './plotted.js';

const TIME = { x: 'at', isTime: true, numbers: ['n'], by: undefined };

describe('what is drawn', () => {
  it('is in the order of time, with a gap where there is no number', () => {
    const rows = [
      { at: '2026-11-20T02:00:00', n: 3, m: 1 },
      { at: '2026-11-20T00:00:00', n: 1, m: null },
      { at: null, n: 9, m: 9 },
      { at: '2026-11-20T01:00:00', n: 2, m: 'NaN' },
    ];
    expect(plotted(rows, { ...TIME, numbers: ['n', 'm'] })).toEqual({
      x: [0, 3600, 7200].map((second) => Date.UTC(2026, 10, 20) / 1000 + second),
      labels: undefined,
      series: [
        { name: 'n', values: [1, 2, 3] },
        { name: 'm', values: [null, null, 1] },
      ],
      note: undefined,
    });
  });

  it('has names in the order of the rows, and adds up what is at one place', () => {
    const rows = [
      { c: 'b', n: 1 },
      { c: null, n: 2 },
      { c: '', n: 3 },
      { c: 'b', n: 4 },
    ];
    expect(plotted(rows, { x: 'c', isTime: false, numbers: ['n'], by: undefined })).toMatchObject({
      labels: ['b', 'NULL', '(empty)'],
      series: [{ name: 'n', values: [5, 2, 3] }],
    });
  });

  it('has a series for each value of a column, if that is asked for', () => {
    const rows = [
      { at: '2026-11-20', n: 1, c: 'NO' },
      { at: '2026-11-20', n: 2, c: 'PT' },
      { at: '2026-11-21', n: 3, c: 'PT' },
    ];
    expect(plotted(rows, { ...TIME, by: 'c' }).series).toEqual([
      { name: 'NO', values: [1, null] },
      { name: 'PT', values: [2, 3] },
    ]);
  });

  it('says what is left out', () => {
    const rows = Array.from({ length: MAX_PLACES + 1 }, (_, index) => ({ at: '2026-11-20', c: `c${index}`, n: 1 }));
    const byName = plotted(rows, { x: 'c', isTime: false, numbers: ['n'], by: undefined });
    expect(byName.x).toHaveLength(MAX_PLACES);
    expect(byName.note).toBe(`The first ${MAX_PLACES} of ${MAX_PLACES + 1} values of c are drawn.`);
    const split = plotted(rows, { ...TIME, by: 'c' });
    expect(split.series).toHaveLength(MAX_SERIES);
    expect(split.note).toContain(`${MAX_PLACES + 1 - MAX_SERIES} rows have others`);
  });

  it('is stacked where all of it is above zero', () => {
    const shown = (values: readonly (number | null)[]) => ({
      x: [0, 1],
      labels: ['a', 'b'],
      series: [
        { name: 'n', values: [1, 2] },
        { name: 'm', values },
      ],
      note: undefined,
    });
    expect(canStack(shown([3, null]))).toBe(true);
    expect(canStack(shown([3, -1]))).toBe(false);
    expect(stacked(shown([3, null]).series).map(({ values }) => values)).toEqual([
      [1, 2],
      [4, 2],
    ]);
  });
});
