import { type Key } from '../access/key.js';
import { type PreparedCall } from '../execution/call.js';
import { KnownCalls } from './remembered-calls.js';

const keyOf = (id: string): Key => ({ id, scopes: ['*'], bind: new Map() });
const known = (cacheKey = 'key') => ({
  call: { query: { cacheKey }, ignored: [], callerSql: undefined } as unknown as PreparedCall,
  head: undefined,
});

describe('the calls that are remembered', () => {
  const [busy, quiet] = [keyOf('busy'), keyOf('quiet')];

  it('are a key’s own', () => {
    const calls = new KnownCalls();
    const call = known();
    calls.set(busy, '/a', call);
    expect(calls.get(busy, '/a')).toBe(call);
    expect(calls.get(quiet, '/a')).toBeUndefined();
    expect(calls.get(keyOf('busy'), '/a')).toBeUndefined();
  });

  it('are forgotten by the key that has the most, and by no other', () => {
    const calls = new KnownCalls(100_000);
    for (let number = 0; number < 10; number += 1) calls.set(quiet, `/${number}`, known());
    let forgotten = 0;
    for (let number = 0; number < 1000; number += 1) {
      calls.set(busy, `/${number}`, known());
      if (!calls.get(busy, `/${number - 1}`)) forgotten += 1;
    }
    expect(forgotten).toBeGreaterThan(10);
    for (let number = 0; number < 10; number += 1) expect(calls.get(quiet, `/${number}`)).toBeDefined();
  });

  it('do not count twice when they are made anew, and have a limit in bytes', () => {
    const calls = new KnownCalls(100_000);
    calls.set(quiet, '/first', known());
    for (let times = 0; times < 1000; times += 1) calls.set(quiet, '/again', known());
    expect(calls.get(quiet, '/first')).toBeDefined();
    for (let number = 0; number < 10; number += 1) calls.set(quiet, `/${number}`, known('x'.repeat(10_000)));
    expect(calls.get(quiet, '/first')).toBeUndefined();
  });

  it('have URLs of 1 KiB at most', () => {
    const calls = new KnownCalls();
    for (const length of [1024, 1025]) calls.set(quiet, 'x'.repeat(length), known());
    expect(calls.get(quiet, 'x'.repeat(1024))).toBeDefined();
    expect(calls.get(quiet, 'x'.repeat(1025))).toBeUndefined();
  });
});
