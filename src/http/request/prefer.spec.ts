import { secondsToWait } from './prefer.js';

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
