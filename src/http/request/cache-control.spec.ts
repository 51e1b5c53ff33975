import { cacheDirectives } from './cache-control.js';

describe('cacheDirectives', () => {
  it.each<[string | undefined, readonly ('no-cache' | 'only-if-cached')[]]>([
    [undefined, []],
    ['', []],
    [',,', []],
    ['no-cache', ['no-cache']],
    ['No-Cache', ['no-cache']],
    ['NO-CACHE', ['no-cache']],
    ['  no-cache\t', ['no-cache']],
    ['max-age=0, no-cache', ['no-cache']],
    ['max-age=0,no-cache,no-store', ['no-cache']],
    ['no-cache, no-cache', ['no-cache']],
    ['only-if-cached', ['only-if-cached']],
    ['Only-If-Cached', ['only-if-cached']],
    ['max-stale=5, only-if-cached', ['only-if-cached']],
    ['no-cache, only-if-cached', ['no-cache', 'only-if-cached']],
    ['only-if-cached,no-cache', ['no-cache', 'only-if-cached']],
    // Directives that Quern does not heed, and words that only look like those that it does.
    ['no-store', []],
    ['max-age=0', []],
    ['no-transform, max-stale', []],
    ['no-cached', []],
    ['xno-cache', []],
    ['no cache', []],
    ['no_cache', []],
    ['"no-cache"', []],
    ['community="no-cache"', []],
  ])('%j: %j', (header, directives) => {
    expect(cacheDirectives(header)).toEqual({
      noCache: directives.includes('no-cache'),
      onlyIfCached: directives.includes('only-if-cached'),
    });
  });
});
