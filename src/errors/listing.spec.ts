import { choice, listing, thereAre } from './listing.js';

const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index + 1}`);

describe('listing', () => {
  it('names ten at most, and says how many there are beside them', () => {
    expect(listing(names(2))).toBe('c1, c2');
    expect(listing(names(10))).toBe('c1, c2, c3, c4, c5, c6, c7, c8, c9, c10');
    expect(listing(names(12))).toBe('c1, c2, c3, c4, c5, c6, c7, c8, c9, c10 and 2 more');
  });

  it('shows no more of a name than one can read', () => {
    expect(listing(['x'.repeat(5000)])).toHaveLength(64);
  });

  it('says what was probably meant, and what else there is', () => {
    expect(choice('pth', ['path', 'host'])).toBe(' Did you mean "path"? There are path, host');
    expect(choice('pth', ['path'])).toBe(' Did you mean "path"?');
    expect(choice('other', ['path'])).toBe(' There is path');
    expect(choice('other', [])).toBe('');
  });

  it('says what there is, where there is something', () => {
    expect(thereAre([])).toBe('');
    expect(thereAre(['a'])).toBe(' There is a');
    expect(thereAre(['a', 'b'])).toBe(' There are a, b');
  });
});
