import { platform } from 'node:os';
import { ownThreadId, processorMs } from './processor-time.js';

/** What a thread has had, and a moment that is not after that was written: Linux writes it at each tick of its clock. */
function freshlyWritten(id: number | undefined): { had: number; notAfter: number } {
  for (;;) {
    const notAfter = performance.now();
    const before = processorMs(id) ?? NaN;
    const had = processorMs(id) ?? NaN;
    if (had !== before) return { had, notAfter };
  }
}

describe('processorMs', () => {
  it('grows as the thread works, and not beyond the time that has passed', () => {
    if (platform() !== 'linux') {
      console.warn('SKIPPED: the processor time of one thread is told on Linux alone.');
      return;
    }
    const id = ownThreadId();
    const { had, notAfter } = freshlyWritten(id);
    while ((processorMs(id) ?? NaN) < had + 20);
    expect(performance.now() - notAfter).toBeGreaterThanOrEqual(19);
  });

  it('is unknown for a thread that is none', () => {
    expect(processorMs(undefined)).toBeUndefined();
    expect(processorMs(2 ** 30)).toBeUndefined();
  });
});
