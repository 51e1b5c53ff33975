import { cacheDirectives, isStrict, secondsToWait, wantsMeta } from './directives.js';
import { acceptedCoding, acceptedForm, acceptsGzip } from './accepted.js';
import { matches } from '../replies.service.js';

describe('secondsToWait', () => {
  it.each<[string | undefined, number | undefined]>([
    [undefined, undefined],
    ['', undefined],
    ['wait=5', undefined],
    ['handling=strict; respond-async', undefined],
    ['respond-asynchronously', undefined],
    ['respond-async', 0],
    ['respond-async, wait=5', 5],
    ['handling=strict, Wait = "5", Respond-Async', 5],
    ['respond-async, wait=0', 0],
    // The first one holds (RFC 7240 section 2).
    ['respond-async, wait=7, wait=9', 7],
    ['respond-async, wait=1e9', 0],
    ['respond-async, wait=-5', 0],
    ['respond-async, wait=1.5', 0],
    ['respond-async, wait=5; handling=strict', 5],
    ['respond-async, wait=999999999', 3600],
    ['respond-async, wait=9999999999', 0],
  ])('of %j is %j', (prefer, seconds) => {
    expect(secondsToWait(prefer)).toBe(seconds);
  });
});

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

describe('a field with a list', () => {
  it.each<[string, string, (field: string) => boolean]>([
    ['Accept', 'text/csv', (field) => acceptedForm(field) === 'csv'],
    ['Accept-Encoding', 'gzip', (field) => acceptedCoding(field) === 'gzip'],
    ['Accept-Encoding of metrics', 'gzip', acceptsGzip],
    ['Cache-Control', 'no-cache', (field) => cacheDirectives(field).noCache],
    ['If-None-Match', '"tag"', (field) => matches(field, '"tag"')],
    ['Prefer: handling', 'handling=strict', isStrict],
    ['Prefer: include', 'include=meta', wantsMeta],
  ])('%s is read up to 1,024 characters', (_, item, isHeeded) => {
    const ofLength = (length: number) => 'x,'.repeat(length).slice(0, length - item.length - 1) + `,${item}`;
    expect([ofLength(1024), ofLength(1025)].map(isHeeded)).toEqual([true, false]);
  });
});
