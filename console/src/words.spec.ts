import { counted, duration, size } from './words.js';

describe('amounts in words', () => {
  it.each([
    [0, '0 s'],
    [45.4, '45 s'],
    [899, '15 min'],
    [3600, '1 h'],
    [7500, '2 h 5 min'],
    [86_400, '1 d'],
    [93_600, '1 d 2 h'],
  ])('%d seconds are %s', (seconds, text) => {
    expect(duration(seconds)).toBe(text);
  });

  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1234, '1.2 kB'],
    [163_000, '163 kB'],
    [10_485_760, '10 MB'],
    [2_000_000_000, '2.0 GB'],
  ])('%d bytes are %s', (bytes, text) => {
    expect(size(bytes)).toBe(text);
  });

  it('one is not many', () => {
    expect([counted(1, 'row'), counted(0, 'row'), counted(10_000, 'row')]).toEqual(['1 row', '0 rows', '10,000 rows']);
  });
});
