import { isAtRest } from './find-files.js';

const NOW = Date.parse('2026-11-20T09:00:00.500Z');

describe('a file', () => {
  afterEach(() => jest.restoreAllMocks());

  it.each([
    ['long ago', -5000, true],
    ['100 ms ago', -100, true],
    ['just now', -99, false],
    ['a moment later than it is', 20, false],
    ['by a clock far ahead', 5000, true],
  ])('that was written to %s', (_, milliseconds, expected) => {
    jest.spyOn(Date, 'now').mockReturnValue(NOW);
    expect(isAtRest(`1:2:3:0:${NOW + milliseconds}000000`)).toBe(expected);
  });
});
