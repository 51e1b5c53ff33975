import { SingleFlight, type Waiters } from './single-flight.js';

/** A run that ends when the test says so. */
function run() {
  const { promise, resolve, reject } = withResolvers<string>();
  const started = withResolvers<Waiters>();
  const waiters: Waiters[] = [];
  const start = (each: Waiters) => {
    waiters.push(each);
    started.resolve(each);
    return promise;
  };
  return { start, started: started.promise, waiters, resolve, reject };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

const waiter = (signal = new AbortController().signal, isUrgent = true) => ({ signal, isUrgent });

describe('SingleFlight', () => {
  it('runs once for all who ask for a key at a time', async () => {
    const singleFlight = new SingleFlight<string>();
    const { start, waiters, resolve } = run();
    const waiting = [1, 2, 3].map(async () => singleFlight.join('a', waiter(), start));
    expect(singleFlight.has('a')).toBe(true);
    resolve('done');
    expect(await Promise.all(waiting)).toEqual(['done', 'done', 'done']);
    expect(waiters).toHaveLength(1);
    expect(singleFlight.has('a')).toBe(false);
  });

  it('runs once for each key, and again once it has ended', async () => {
    const singleFlight = new SingleFlight<string>();
    const starts = jest.fn((key: string) => Promise.resolve(key));
    const join = async (key: string) => singleFlight.join(key, waiter(), async () => starts(key));
    expect(await Promise.all([join('a'), join('b')])).toEqual(['a', 'b']);
    expect(await join('a')).toBe('a');
    expect(starts.mock.calls).toEqual([['a'], ['b'], ['a']]);
  });

  it('gives everybody the failure of a run, and forgets it', async () => {
    const singleFlight = new SingleFlight<string>();
    const { start, reject } = run();
    const waiting = [1, 2].map(async () => singleFlight.join('a', waiter(), start));
    reject(new Error('crashed'));
    for (const each of waiting) await expect(each).rejects.toThrow('crashed');
    expect(singleFlight.has('a')).toBe(false);
    expect(await singleFlight.join('a', waiter(), () => Promise.resolve('again'))).toBe('again');
  });

  it('lets one leave without the others', async () => {
    const singleFlight = new SingleFlight<string>();
    const { start, started, resolve } = run();
    const departure = new AbortController();
    const leaving = singleFlight.join('a', waiter(departure.signal), start);
    const staying = singleFlight.join('a', waiter(), start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    expect((await started).signal.aborted).toBe(false);
    resolve('done');
    expect(await staying).toBe('done');
  });

  it('cancels the run when the last one leaves, and lets the next one start another at once', async () => {
    const singleFlight = new SingleFlight<string>();
    const first = run();
    const departures = [new AbortController(), new AbortController()];
    const leaving = departures.map(async ({ signal }) => singleFlight.join('a', waiter(signal), first.start));
    for (const departure of departures) departure.abort(new Error('bored'));
    for (const each of leaving) await expect(each).rejects.toThrow('bored');
    expect((await first.started).signal.aborted).toBe(true);
    expect(singleFlight.has('a')).toBe(false);
    // The first run has not ended yet; its end must not take the second one's place away.
    const second = run();
    const next = singleFlight.join('a', waiter(), second.start);
    expect((await second.started).signal.aborted).toBe(false);
    second.resolve('done');
    expect(await next).toBe('done');
    expect([first.waiters.length, second.waiters.length]).toEqual([1, 1]);
  });

  it('keeps a newer run of the key when a cancelled one ends late', async () => {
    const singleFlight = new SingleFlight<string>();
    const first = run();
    const departure = new AbortController();
    const leaving = singleFlight.join('a', waiter(departure.signal), first.start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    const second = run();
    const next = singleFlight.join('a', waiter(), second.start);
    first.reject(new Error('interrupted'));
    await Promise.resolve();
    expect(singleFlight.has('a')).toBe(true);
    second.resolve('done');
    expect(await next).toBe('done');
  });

  it('starts nothing for one who has left already', async () => {
    const singleFlight = new SingleFlight<string>();
    const start = jest.fn(() => Promise.resolve(''));
    await expect(singleFlight.join('a', waiter(AbortSignal.abort(new Error('gone'))), start)).rejects.toThrow('gone');
    expect(singleFlight.has('a')).toBe(false);
    expect(start).not.toHaveBeenCalled();
  });

  it('starts nothing before the caller has heard of it, and gives everybody what the start throws', async () => {
    const singleFlight = new SingleFlight<string>();
    const start = jest.fn(() => {
      throw new Error('refused');
    });
    const waiting = [1, 2].map(async () => singleFlight.join('a', waiter(), start));
    expect(start).not.toHaveBeenCalled();
    for (const each of waiting) await expect(each).rejects.toThrow('refused');
    expect(start).toHaveBeenCalledTimes(1);
    expect(singleFlight.has('a')).toBe(false);
  });

  describe('tells a run whether anybody is urgent', () => {
    it.each([
      ['nobody, where only patient ones wait', [false, false], false],
      ['somebody, where all are', [true, true], true],
      ['somebody, where the first one is', [true, false], true],
      ['somebody, where one who came later is', [false, true], true],
    ])('%s', async (_, hurries, expected) => {
      const singleFlight = new SingleFlight<string>();
      const { start, started, resolve } = run();
      const waiting = hurries.map(async (isUrgent) => singleFlight.join('a', waiter(undefined, isUrgent), start));
      expect((await started).isUrgent()).toBe(expected);
      resolve('done');
      await Promise.all(waiting);
    });

    it('when one of them comes after it has begun, and no more when the last of them has left', async () => {
      const singleFlight = new SingleFlight<string>();
      const { start, started, resolve } = run();
      const patient = singleFlight.join('a', waiter(undefined, false), start);
      const waiters = await started;
      expect(waiters.isUrgent()).toBe(false);
      const departures = [new AbortController(), new AbortController()];
      const hurried = departures.map(async ({ signal }) => singleFlight.join('a', waiter(signal), start));
      expect(waiters.isUrgent()).toBe(true);
      for (const [index, isStillUrgent] of [true, false].entries()) {
        departures[index]?.abort(new Error('bored'));
        await expect(hurried[index]).rejects.toThrow('bored');
        expect(waiters.isUrgent()).toBe(isStillUrgent);
      }
      expect(waiters.signal.aborted).toBe(false);
      resolve('done');
      expect(await patient).toBe('done');
    });

    it('of this key only', async () => {
      const singleFlight = new SingleFlight<string>();
      const [patient, hurried] = [run(), run()];
      const waiting = [
        singleFlight.join('a', waiter(undefined, false), patient.start),
        singleFlight.join('b', waiter(), hurried.start),
      ];
      expect((await patient.started).isUrgent()).toBe(false);
      expect((await hurried.started).isUrgent()).toBe(true);
      for (const { resolve } of [patient, hurried]) resolve('done');
      await Promise.all(waiting);
    });
  });
});
