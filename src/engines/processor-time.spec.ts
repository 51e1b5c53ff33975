import { platform } from 'node:os';
import { ownThreadId, processorMs } from './processor-time.js';

describe('processorMs', () => {
  it('grows as the thread works, and not beyond the time that has passed', () => {
    if (platform() !== 'linux') {
      console.warn('SKIPPED: the processor time of one thread is told on Linux alone.');
      return;
    }
    const id = ownThreadId();
    const [before, startedAt] = [processorMs(id) ?? NaN, performance.now()];
    while ((processorMs(id) ?? NaN) < before + 20);
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(19);
  });

  it('is unknown for a thread that is none', () => {
    expect(processorMs(undefined)).toBeUndefined();
    expect(processorMs(2 ** 30)).toBeUndefined();
  });
});
