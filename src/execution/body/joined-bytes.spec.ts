import { randomBytes } from 'node:crypto';
import { sliceOf } from './slice-answer.js';
import { joinedBytes } from './joined-bytes.js';

/** So many turns of the event loop pass meanwhile. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let next: NodeJS.Immediate;
  const count = () => {
    turns += 1;
    next = setImmediate(count);
  };
  next = setImmediate(count);
  await work();
  clearImmediate(next);
  return turns;
}

const LARGE = 64 * 2 ** 20;

describe('a body of several parts', () => {
  it.each([[[]], [[3]], [[0, 5, 1]], [[256 * 1024 + 1]], [[300_000, 1, 600_000]]])(
    'has all of them: %j',
    async (sizes) => {
      const parts = sizes.map((size) => randomBytes(size));
      expect((await joinedBytes(parts)).equals(Buffer.concat(parts))).toBe(true);
    },
  );

  it('is made in turns where it is large, one after the other, and small ones wait for none', async () => {
    const ended: string[] = [];
    const make = async (name: string, size: number) => joinedBytes([Buffer.alloc(size)]).then(() => ended.push(name));
    const turns = await turnsDuring(async () => Promise.all([make('a', LARGE), make('b', 2 ** 20), make('c', 10)]));
    expect(turns).toBeGreaterThan(5);
    expect(ended).toEqual(['c', 'a', 'b']);
  });

  it('lets others be answered while a slice of a large result is made', async () => {
    const row = Buffer.from(`{"n":"${'x'.repeat(2 ** 20)}"}`);
    const rows = Array.from({ length: 64 }, (_, index) => (index === 0 ? [row] : [Buffer.from(','), row])).flat();
    const body = Buffer.concat([Buffer.from('{"result":['), ...rows, Buffer.from(']}')]);
    const result = {
      body,
      coded: {},
      hash: 'h',
      columns: [],
      rows: 64,
      truncated: false,
      createdAt: 0,
      requests: 0,
    };
    const whole = await sliceOf(result, { offset: 0, limit: 64 });
    expect(whole.body.equals(body)).toBe(true);
    // The places of the rows are known by now.
    expect(await turnsDuring(async () => sliceOf(result, { offset: 0, limit: 64 }))).toBeGreaterThan(5);
  });
});
