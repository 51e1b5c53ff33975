import { suggestion } from './suggestion.js';

describe('suggestion', () => {
  it.each([
    ['max_row', 'max_rows'],
    ['CACHING', 'caching'],
    ['chaching', 'caching'],
    ['cachign', 'caching'],
    ['nmae', 'name'],
  ])('finds what %s was meant to be', (word, expected) => {
    expect(suggestion(word, ['name', 'max_rows', 'caching', 'cache_warming'])).toBe(expected);
  });

  it.each(['sql', 'owner', '', 'x'.repeat(100)])('suggests nothing for %j', (word) => {
    expect(suggestion(word, ['name', 'a', 'max_rows'])).toBeUndefined();
  });
});
