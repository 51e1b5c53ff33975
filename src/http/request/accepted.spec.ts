import { acceptedCoding } from './accepted.js';

describe('acceptedCoding', () => {
  it.each([
    [undefined, undefined],
    ['', undefined],
    ['gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, br', 'br'],
    ['BR', 'br'],
    ['  gzip ;q=1.0 , br;q=0.9 ', 'gzip'],
    ['gzip;q=0.001', 'gzip'],
    ['gzip;q=0', undefined],
    ['gzip;q=0.0', undefined],
    ['gzip;q=-1', undefined],
    // No weight that RFC 9110 knows.
    ['gzip;q=', 'gzip'],
    ['gzip;q=x', undefined],
    ['gzip;level=9;q=0.5, br;q=0.4', 'gzip'],
    ['*', 'br'],
    ['*;q=0.1', 'br'],
    ['*, br;q=0', 'gzip'],
    ['*;q=0, gzip', 'gzip'],
    ['*;q=0', undefined],
    ['identity', undefined],
    ['identity;q=1, gzip;q=0.9', undefined],
    ['identity;q=0.9, gzip;q=0.9', 'gzip'],
    ['identity;q=0, br', 'br'],
    ['deflate, zstd, x-custom', undefined],
    ['gzipped', undefined],
    [',,;,', undefined],
  ])('%j: %s', (header, coding) => {
    expect(acceptedCoding(header)).toBe(coding);
  });

  it('tells the same of a header however often it comes, and however many others do', () => {
    const headers = Array.from({ length: 1000 }, (_, index) => `x-${index}, ${index % 2 === 0 ? 'gzip' : 'br'}`);
    for (let round = 1; round <= 2; round += 1) {
      expect(acceptedCoding('*;q=0')).toBeUndefined();
      expect(headers.map(acceptedCoding)).toEqual(headers.map((_, index) => (index % 2 === 0 ? 'gzip' : 'br')));
    }
  });
});
