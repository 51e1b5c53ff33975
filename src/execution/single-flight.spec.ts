import { Flights, type Passengers } from './single-flight.js';

/** A run that ends when the test says so. */
function run() {
  const { promise, resolve, reject } = withResolvers<string>();
  const started = withResolvers<Passengers>();
  const passengers: Passengers[] = [];
  const start = (each: Passengers) => {
    passengers.push(each);
    started.resolve(each);
    return promise;
  };
  return { start, started: started.promise, passengers, resolve, reject };
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

describe('Flights', () => {
  it('runs once for all who ask for a key at a time', async () => {
    const flights = new Flights<string>();
    const { start, passengers, resolve } = run();
    const waiting = [1, 2, 3].map(async () => flights.join('a', waiter(), start));
    expect(flights.has('a')).toBe(true);
    resolve('landed');
    expect(await Promise.all(waiting)).toEqual(['landed', 'landed', 'landed']);
    expect(passengers).toHaveLength(1);
    expect(flights.has('a')).toBe(false);
  });

  it('runs once for each key, and again once it has ended', async () => {
    const flights = new Flights<string>();
    const starts = jest.fn((key: string) => Promise.resolve(key));
    const join = async (key: string) => flights.join(key, waiter(), async () => starts(key));
    expect(await Promise.all([join('a'), join('b')])).toEqual(['a', 'b']);
    expect(await join('a')).toBe('a');
    expect(starts.mock.calls).toEqual([['a'], ['b'], ['a']]);
  });

  it('gives everybody the failure of a run, and forgets it', async () => {
    const flights = new Flights<string>();
    const { start, reject } = run();
    const waiting = [1, 2].map(async () => flights.join('a', waiter(), start));
    reject(new Error('crashed'));
    for (const each of waiting) await expect(each).rejects.toThrow('crashed');
    expect(flights.has('a')).toBe(false);
    expect(await flights.join('a', waiter(), () => Promise.resolve('again'))).toBe('again');
  });

  it('lets one leave without the others', async () => {
    const flights = new Flights<string>();
    const { start, started, resolve } = run();
    const departure = new AbortController();
    const leaving = flights.join('a', waiter(departure.signal), start);
    const staying = flights.join('a', waiter(), start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    expect((await started).signal.aborted).toBe(false);
    resolve('landed');
    expect(await staying).toBe('landed');
  });

  it('cancels the run when the last one leaves, and lets the next one start another at once', async () => {
    const flights = new Flights<string>();
    const first = run();
    const departures = [new AbortController(), new AbortController()];
    const leaving = departures.map(async ({ signal }) => flights.join('a', waiter(signal), first.start));
    for (const departure of departures) departure.abort(new Error('bored'));
    for (const each of leaving) await expect(each).rejects.toThrow('bored');
    expect((await first.started).signal.aborted).toBe(true);
    expect(flights.has('a')).toBe(false);
    // The first run has not ended yet; its end must not take the second one's place away.
    const second = run();
    const next = flights.join('a', waiter(), second.start);
    expect((await second.started).signal.aborted).toBe(false);
    second.resolve('landed');
    expect(await next).toBe('landed');
    expect([first.passengers.length, second.passengers.length]).toEqual([1, 1]);
  });

  it('keeps a newer run of the key when a cancelled one ends late', async () => {
    const flights = new Flights<string>();
    const first = run();
    const departure = new AbortController();
    const leaving = flights.join('a', waiter(departure.signal), first.start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    const second = run();
    const next = flights.join('a', waiter(), second.start);
    first.reject(new Error('interrupted'));
    await Promise.resolve();
    expect(flights.has('a')).toBe(true);
    second.resolve('landed');
    expect(await next).toBe('landed');
  });

  it('starts nothing for one who has left already', async () => {
    const flights = new Flights<string>();
    const start = jest.fn(() => Promise.resolve(''));
    await expect(flights.join('a', waiter(AbortSignal.abort(new Error('gone'))), start)).rejects.toThrow('gone');
    expect(flights.has('a')).toBe(false);
    expect(start).not.toHaveBeenCalled();
  });

  it('starts nothing before the caller has heard of it, and gives everybody what the start throws', async () => {
    const flights = new Flights<string>();
    const start = jest.fn(() => {
      throw new Error('refused');
    });
    const waiting = [1, 2].map(async () => flights.join('a', waiter(), start));
    expect(start).not.toHaveBeenCalled();
    for (const each of waiting) await expect(each).rejects.toThrow('refused');
    expect(start).toHaveBeenCalledTimes(1);
    expect(flights.has('a')).toBe(false);
  });

  describe('tells a run whether anybody is in a hurry', () => {
    it.each([
      ['nobody, where only patient ones wait', [false, false], false],
      ['somebody, where all are', [true, true], true],
      ['somebody, where the first one is', [true, false], true],
      ['somebody, where one who came later is', [false, true], true],
    ])('%s', async (_, hurries, expected) => {
      const flights = new Flights<string>();
      const { start, started, resolve } = run();
      const waiting = hurries.map(async (isUrgent) => flights.join('a', waiter(undefined, isUrgent), start));
      expect((await started).isUrgent()).toBe(expected);
      resolve('landed');
      await Promise.all(waiting);
    });

    it('when one of them comes after it has begun, and no more when the last of them has left', async () => {
      const flights = new Flights<string>();
      const { start, started, resolve } = run();
      const patient = flights.join('a', waiter(undefined, false), start);
      const passengers = await started;
      expect(passengers.isUrgent()).toBe(false);
      const departures = [new AbortController(), new AbortController()];
      const hurried = departures.map(async ({ signal }) => flights.join('a', waiter(signal), start));
      expect(passengers.isUrgent()).toBe(true);
      for (const [index, isStillUrgent] of [true, false].entries()) {
        departures[index]?.abort(new Error('bored'));
        await expect(hurried[index]).rejects.toThrow('bored');
        expect(passengers.isUrgent()).toBe(isStillUrgent);
      }
      expect(passengers.signal.aborted).toBe(false);
      resolve('landed');
      expect(await patient).toBe('landed');
    });

    it('of this key only', async () => {
      const flights = new Flights<string>();
      const [patient, hurried] = [run(), run()];
      const waiting = [
        flights.join('a', waiter(undefined, false), patient.start),
        flights.join('b', waiter(), hurried.start),
      ];
      expect((await patient.started).isUrgent()).toBe(false);
      expect((await hurried.started).isUrgent()).toBe(true);
      for (const { resolve } of [patient, hurried]) resolve('landed');
      await Promise.all(waiting);
    });
  });
});
