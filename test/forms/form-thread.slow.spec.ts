import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { FormThread } from '../../src/forms/form-thread.js';

describe('the thread that makes forms', () => {
  it('stays for the next small one, and goes with its memory after a large one', async () => {
    const thread = new FormThread();
    const begun = jest.fn();
    subscribe('worker_threads', begun);
    try {
      const columns = [{ name: 'text', type: 'STRING' }];
      const source = (rows: number) => ({
        columns,
        body: Buffer.from(JSON.stringify({ result: Array.from({ length: rows }, () => ({ text: 'x'.repeat(1000) })) })),
      });
      const linesOf = async (rows: number) => {
        const { bytes } = await thread.make('csv', source(rows));
        return Buffer.from(bytes).toString().trimEnd().split('\r\n').length;
      };
      expect([await linesOf(1), await linesOf(2)]).toEqual([2, 3]);
      expect(begun).toHaveBeenCalledTimes(1);
      expect([await linesOf(9000), await linesOf(1)]).toEqual([9001, 2]);
      expect(begun).toHaveBeenCalledTimes(2);
    } finally {
      unsubscribe('worker_threads', begun);
      await thread.close();
    }
  });
});
