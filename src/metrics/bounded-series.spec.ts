import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { RunStats } from '../execution/run-stats.js';
import { EndpointNames } from './endpoint-metrics.service.js';
import { KeyCounters } from './key-metrics.service.js';

describe('endpoints with series of their own', () => {
  const called = (loaded: number) => ({ loaded, isCalled: () => true });
  const uncalled = (loaded: number) => ({ loaded, isCalled: () => false });

  it('are all, where there are few, called or not', () => {
    const names = new EndpointNames(2);
    expect(['a', 'b'].map((id) => names.isNamed(id, uncalled(2)))).toEqual([true, true]);
  });

  it('are those that are called first, where there are many, and they stay so', () => {
    const names = new EndpointNames(2);
    expect(names.isNamed('a', uncalled(4))).toBe(false);
    expect(['d', 'c', 'b'].map((id) => names.isNamed(id, called(4)))).toEqual([true, true, false]);
    expect(names.isNamed('a', called(4))).toBe(false);
    names.forget('d', new RunStats());
    // There is room now, but not for one whose counts are told with those of others already.
    expect(['b', 'a', 'e'].map((id) => names.isNamed(id, called(4)))).toEqual([false, false, true]);
  });

  it('make room when they are gone, called or not', () => {
    const stats = new EndpointStats();
    const names = new EndpointNames(2);
    stats.events.on('forgotten', (id, counts) => {
      names.forget(id, counts);
    });
    for (const id of ['a', 'b']) names.isNamed(id, uncalled(2));
    stats.forget('b');
    expect(names.isNamed('c', uncalled(2))).toBe(true);
  });

  it('take nothing off the counts of the others when one of these is gone', () => {
    const names = new EndpointNames(0);
    names.isNamed('a', called(1));
    const stats = Object.assign(new RunStats(), { bytesBilled: 5, evictions: 1 });
    stats.answers[3] = 7;
    stats.runs[2] = 4;
    names.forget('a', stats);
    names.forget('unknown', stats);
    const gone = names.othersGone();
    expect([gone.bytesBilled, gone.evictions, gone.answers[3], gone.runs[2]]).toEqual([5, 1, 7, 4]);
    // An addition goes to a copy.
    gone.bytesBilled += 1;
    expect(names.othersGone().bytesBilled).toBe(5);
  });
});

describe('keys with series of their own', () => {
  const ids = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => `key-${from + index}`);

  it('are the first two hundred, and all others are counted together', () => {
    const keys = new KeyCounters();
    for (const id of ids(0, 300)) keys.of(id).requests += 1;
    const listed = new Map(keys.list());
    expect(listed.size).toBe(201);
    expect(listed.get('key-199')?.requests).toBe(1);
    expect(listed.get('_other')?.requests).toBe(100);
  });

  it('go with their key, and make room', () => {
    const keys = new KeyCounters();
    for (const id of ids(0, 201)) keys.of(id).requests += 1;
    keys.keep(new Set(ids(150, 210)));
    const listed = new Map(keys.list());
    expect(listed.has('key-149')).toBe(false);
    expect(listed.get('key-150')?.requests).toBe(1);
    // From zero: those calls that were counted together stay there.
    expect([listed.get('key-200')?.requests, listed.get('_other')?.requests]).toEqual([0, 1]);
  });
});
