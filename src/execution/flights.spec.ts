import { Flights } from './flights.js';

/** A run that ends when the test says so. */
function run() {
  const { promise, resolve, reject } = withResolvers<string>();
  const signals: AbortSignal[] = [];
  const start = (signal: AbortSignal) => {
    signals.push(signal);
    return promise;
  };
  return { start, signals, resolve, reject };
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...both) => {
    [resolve, reject] = both;
  });
  return { promise, resolve, reject };
}

const never = () => new AbortController().signal;

describe('Flights', () => {
  it('runs once for all who ask for a key at a time', async () => {
    const flights = new Flights<string>();
    const { start, signals, resolve } = run();
    const waiting = [1, 2, 3].map(async () => flights.join('a', never(), start));
    expect(flights.has('a')).toBe(true);
    resolve('landed');
    expect(await Promise.all(waiting)).toEqual(['landed', 'landed', 'landed']);
    expect(signals).toHaveLength(1);
    expect(flights.has('a')).toBe(false);
  });

  it('runs once for each key, and again once it has ended', async () => {
    const flights = new Flights<string>();
    const starts = jest.fn((key: string) => Promise.resolve(key));
    const join = async (key: string) => flights.join(key, never(), async () => starts(key));
    expect(await Promise.all([join('a'), join('b')])).toEqual(['a', 'b']);
    expect(await join('a')).toBe('a');
    expect(starts.mock.calls).toEqual([['a'], ['b'], ['a']]);
  });

  it('gives everybody the failure of a run, and forgets it', async () => {
    const flights = new Flights<string>();
    const { start, reject } = run();
    const waiting = [1, 2].map(async () => flights.join('a', never(), start));
    reject(new Error('crashed'));
    for (const each of waiting) await expect(each).rejects.toThrow('crashed');
    expect(flights.has('a')).toBe(false);
    expect(await flights.join('a', never(), () => Promise.resolve('again'))).toBe('again');
  });

  it('lets one leave without the others', async () => {
    const flights = new Flights<string>();
    const { start, signals, resolve } = run();
    const departure = new AbortController();
    const leaving = flights.join('a', departure.signal, start);
    const staying = flights.join('a', never(), start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    resolve('landed');
    expect(await staying).toBe('landed');
  });

  it('cancels the run when the last one leaves, and lets the next one start another at once', async () => {
    const flights = new Flights<string>();
    const { start, signals } = run();
    const departures = [new AbortController(), new AbortController()];
    const leaving = departures.map(async ({ signal }) => flights.join('a', signal, start));
    for (const departure of departures) departure.abort(new Error('bored'));
    for (const each of leaving) await expect(each).rejects.toThrow('bored');
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(flights.has('a')).toBe(false);
    // The first run has not ended yet; its end must not take the second one's place away.
    const second = run();
    const next = flights.join('a', never(), second.start);
    expect(second.signals.map(({ aborted }) => aborted)).toEqual([false]);
    second.resolve('landed');
    expect(await next).toBe('landed');
  });

  it('keeps a newer run of the key when a cancelled one ends late', async () => {
    const flights = new Flights<string>();
    const first = run();
    const departure = new AbortController();
    const leaving = flights.join('a', departure.signal, first.start);
    departure.abort(new Error('bored'));
    await expect(leaving).rejects.toThrow('bored');
    const second = run();
    const next = flights.join('a', never(), second.start);
    first.reject(new Error('interrupted'));
    await Promise.resolve();
    expect(flights.has('a')).toBe(true);
    second.resolve('landed');
    expect(await next).toBe('landed');
  });

  it('starts nothing for one who has left already', async () => {
    const flights = new Flights<string>();
    const start = jest.fn(() => Promise.resolve(''));
    await expect(flights.join('a', AbortSignal.abort(new Error('gone')), start)).rejects.toThrow('gone');
    expect(start).not.toHaveBeenCalled();
  });
});
