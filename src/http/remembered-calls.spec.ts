import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { RememberedCalls } from './remembered-calls.js';

const request = (url: string) => ({ url, headers: {} });
const keyOf = (id: string): Key => ({ id, scopes: ['*'], bind: new Map() });
const remembered = (cacheKey = 'key') => ({
  call: { query: { cacheKey }, ignored: [], sandboxSqlAsWritten: undefined } as unknown as PreparedCall,
  form: undefined,
  wishes: undefined,
});

describe('the calls that are remembered', () => {
  const [busy, quiet] = [keyOf('busy'), keyOf('quiet')];
  const fill = (calls: RememberedCalls, key: Key, count: number) => {
    for (let number = 0; number < count; number += 1) calls.set(key, `/${number}`, remembered());
  };
  /** The numbers of those URLs of `fill` that are still remembered. Looking at them is using them. */
  const numbersOf = (calls: RememberedCalls, key: Key, count: number) =>
    Array.from({ length: count }, (_, number) => number).filter((number) => calls.get(key, request(`/${number}`)));

  it('are a key’s own', () => {
    const calls = new RememberedCalls(Date.now);
    const call = remembered();
    calls.set(busy, '/a', call);
    expect(calls.get(busy, request('/a'))).toBe(call);
    expect(calls.get(quiet, request('/a'))).toBeUndefined();
    expect(calls.get(keyOf('busy'), request('/a'))).toBeUndefined();
  });

  it('of one key stay while another asks for 100,000 different URLs', () => {
    const calls = new RememberedCalls(Date.now);
    fill(calls, quiet, 100);
    fill(calls, busy, 100_000);
    expect(numbersOf(calls, quiet, 100)).toHaveLength(100);
    // They are bounded, or else there would be nothing to be kept from.
    expect(numbersOf(calls, busy, 100_000).length).toBeLessThan(30_000);
  });

  it('of the key that has most of them stay as well, up to its equal share', () => {
    const calls = new RememberedCalls(Date.now, 180_000);
    fill(calls, quiet, 70);
    fill(calls, busy, 10_000);
    const kept = numbersOf(calls, quiet, 70);
    expect(kept.length).toBeGreaterThan(40);
    // Those that it used longest ago are the ones that are forgotten.
    expect(kept).toEqual(Array.from({ length: kept.length }, (_, index) => 70 - kept.length + index));
    expect(numbersOf(calls, busy, 10_000).length).toBeGreaterThan(40);
  });

  it('are forgotten by when they were used last', () => {
    const calls = new RememberedCalls(Date.now, 120_000);
    calls.set(busy, '/first', remembered());
    calls.set(busy, '/second', remembered());
    for (let number = 0; number < 1000; number += 1) {
      calls.set(busy, `/${number}`, remembered());
      expect(calls.get(busy, request('/first'))).toBeDefined();
    }
    expect(calls.get(busy, request('/second'))).toBeUndefined();
  });

  it('take nothing from others for a key as it was before its file was read anew', () => {
    const calls = new RememberedCalls(Date.now, 120_000);
    for (let reading = 0; reading < 50; reading += 1) fill(calls, keyOf('busy'), 60);
    fill(calls, quiet, 25);
    expect(numbersOf(calls, quiet, 25)).toHaveLength(25);
    const read = keyOf('busy');
    calls.set(read, '/0', remembered());
    fill(calls, quiet, 55);
    expect(numbersOf(calls, quiet, 55)).toHaveLength(55);
    expect(calls.get(read, request('/0'))).toBeDefined();
  });

  it('do not count twice when they are made anew, and have a limit in bytes', () => {
    const calls = new RememberedCalls(Date.now, 120_000);
    calls.set(quiet, '/first', remembered());
    for (let times = 0; times < 1000; times += 1) calls.set(quiet, '/again', remembered());
    expect(calls.get(quiet, request('/first'))).toBeDefined();
    for (let number = 0; number < 10; number += 1) calls.set(quiet, `/${number}`, remembered('x'.repeat(10_000)));
    expect(calls.get(quiet, request('/first'))).toBeUndefined();
  });

  it('have URLs of 1 KiB at most', () => {
    const calls = new RememberedCalls(Date.now);
    for (const length of [1024, 1025]) calls.set(quiet, 'x'.repeat(length), remembered());
    expect(calls.get(quiet, request('x'.repeat(1024)))).toBeDefined();
    expect(calls.get(quiet, request('x'.repeat(1025)))).toBeUndefined();
  });
});
