import { DAYS, INSTANTS, momentsOf, textOf } from './instants.js';

const NOW = Date.parse('2026-11-20T10:00:00.789Z');

describe('times that are often meant', () => {
  it('are what parameters of a time take', () => {
    expect(INSTANTS.map((moment) => textOf(moment, 'TIMESTAMP', NOW))).toEqual([
      '2026-11-20T10:00:00Z',
      '2026-11-20T09:00:00Z',
      '2026-11-19T10:00:00Z',
      '2026-11-13T10:00:00Z',
      '2026-10-21T10:00:00Z',
    ]);
    expect(DAYS.map((moment) => textOf(moment, 'DATE', NOW))[1]).toBe('2026-11-13');
  });

  it('are offered to no other type', () => {
    expect(momentsOf('STRING')).toBeUndefined();
  });
});
