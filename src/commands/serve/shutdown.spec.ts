import { untilTold } from './shutdown.js';

describe('a signal to stop', () => {
  const listeners = () => [process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')];

  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is the same news for half a second, and ends the process after that, as another one does at once', async () => {
    const before = listeners();
    const told = untilTold();
    expect(listeners()).toEqual(before.map((count) => count + 1));
    process.emit('SIGINT', 'SIGINT');
    await told;
    process.emit('SIGINT', 'SIGINT');
    jest.advanceTimersByTime(499);
    // Nobody listens for the other one any more, which then has its ordinary effect.
    expect(listeners()).toEqual([before[0], (before[1] ?? 0) + 1]);
    jest.advanceTimersByTime(1);
    expect(listeners()).toEqual(before);
  });
});
