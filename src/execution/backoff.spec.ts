import { QuernError } from '../errors/quern-error.js';
import { Backoff } from './backoff.js';

const START = Date.parse('2026-11-20T10:00:00Z');

describe('Backoff', () => {
  let now: number;
  let backoff: Backoff;
  const later = (seconds: number) => {
    now = START + seconds * 1000;
  };
  /** What a caller is told: the seconds of `Retry-After`, or that it may run. */
  const refusal = (key: string): number | 'may run' => {
    try {
      backoff.refuse(key);
      return 'may run';
    } catch (error) {
      if (!(error instanceof QuernError) || error.code !== 'backing_off') throw error;
      return error.retryAfterSeconds ?? NaN;
    }
  };

  beforeEach(() => {
    now = START;
    backoff = new Backoff(() => now);
  });

  it('leaves alone what has not failed', () => {
    expect(refusal('a')).toBe('may run');
    expect(backoff.until('a')).toBeUndefined();
  });

  it('says again what is wrong with the rows, until the engine fails', () => {
    const nulls = new QuernError('null_in_column', 'In row 1 of the answer, column "a" is NULL.');
    backoff.failed('a', nulls);
    expect(() => {
      backoff.refuse('a');
    }).toThrow(nulls.detail);
    later(1);
    expect(refusal('a')).toBe('may run');
    backoff.failed('a', new QuernError('query_failed', 'The query failed.'));
    expect(refusal('a')).toBe(2);
  });

  it('doubles the pause with each failure, up to half a minute', () => {
    const pauses = [];
    for (let failure = 1; failure <= 9; failure += 1) {
      backoff.failed('a');
      const until = backoff.until('a') ?? NaN;
      pauses.push((until - now) / 1000);
      now = until;
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30]);
  });

  it('ends to the millisecond, and tells the seconds that are left in whole ones, never too few', () => {
    for (const seconds of [0, 1, 3]) {
      later(seconds);
      backoff.failed('a');
    }
    // The third pause is 4 s, from the third second on.
    const told = [3, 3.001, 3.999, 4, 4.001, 5.5, 6.999, 7, 8].map((seconds) => {
      later(seconds);
      return refusal('a');
    });
    expect(told).toEqual([4, 4, 4, 3, 3, 2, 1, 'may run', 'may run']);
  });

  it('says when it will be over, in the sentence as well', () => {
    backoff.failed('a');
    backoff.failed('a');
    expect(backoff.until('a')).toBe(START + 2000);
    expect(() => {
      backoff.refuse('a');
    }).toThrow('This query failed a moment ago; it is run again in 2 s.');
    later(2);
    expect(backoff.until('a')).toBeUndefined();
  });

  it('goes on growing where it failed before, however long ago', () => {
    backoff.failed('a');
    later(3600);
    expect(refusal('a')).toBe('may run');
    backoff.failed('a');
    expect(refusal('a')).toBe(2);
  });

  it('is forgotten with the first success', () => {
    for (let failure = 1; failure <= 5; failure += 1) backoff.failed('a');
    backoff.succeeded('a');
    expect(refusal('a')).toBe('may run');
    backoff.failed('a');
    expect(refusal('a')).toBe(1);
  });

  it('is each key’s own', () => {
    for (let failure = 1; failure <= 3; failure += 1) backoff.failed('a');
    backoff.failed('b');
    backoff.succeeded('c');
    expect(['a', 'b', 'c', 'A', ''].map(refusal)).toEqual([4, 1, 'may run', 'may run', 'may run']);
  });

  it('remembers ten thousand keys, and forgets those first that failed longest ago', () => {
    for (let key = 0; key <= 10_000; key += 1) backoff.failed(String(key));
    expect(refusal('0')).toBe('may run');
    expect(refusal('1')).toBe(1);
    expect(refusal('10000')).toBe(1);
  });
});
