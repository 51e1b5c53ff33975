import { suggestion } from './suggestion.js';

describe('suggestion', () => {
  it.each([
    ['max_row', 'max_rows'],
    ['CACHING', 'caching'],
    ['chaching', 'caching'],
    ['cachign', 'caching'],
    ['nmae', 'name'],
    ['cach', 'caching'],
    ['cache', 'caching'],
    ['params', 'parameters'],
  ])('finds what %s was meant to be', (word, expected) => {
    expect(suggestion(word, ['name', 'max_rows', 'cache_warming', 'caching', 'parameters'])).toBe(expected);
  });

  it.each(['sql', 'owner', 'ma', 'max_bytes_x', '', 'x'.repeat(100)])('suggests nothing for %j', (word) => {
    expect(suggestion(word, ['name', 'a', 'max_rows_of_it'])).toBeUndefined();
  });
});
