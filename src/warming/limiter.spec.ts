import { setImmediate } from 'node:timers/promises';
import { Limiter } from './limiter.js';

/** A task that ends when it is told to. */
function task(name: string, log: string[]) {
  let end: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    end = resolve;
  });
  const start = async () => {
    log.push(name);
    await ended;
  };
  return { start, end };
}

describe('Limiter', () => {
  it('runs so many tasks at once and the rest in their order', async () => {
    const log: string[] = [];
    const limiter = new Limiter(2);
    const tasks = ['a', 'b', 'c', 'd'].map((name) => task(name, log));
    for (const { start } of tasks) limiter.run(start);
    await setImmediate();
    expect(log).toEqual(['a', 'b']);
    tasks[1]?.end();
    await setImmediate();
    expect(log).toEqual(['a', 'b', 'c']);
    tasks[0]?.end();
    await setImmediate();
    expect(log).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts what is worth most first', async () => {
    const log: string[] = [];
    const limiter = new Limiter(1);
    const tasks = ['a', 'b', 'c', 'd'].map((name) => task(name, log));
    for (const [index, { start }] of tasks.entries()) limiter.run(start, [0, 1, 2, 1][index]);
    for (const { end } of tasks) end();
    while (log.length < tasks.length) await setImmediate();
    expect(log).toEqual(['c', 'b', 'd', 'a']);
  });

  it('starts one whenever it may', async () => {
    const log: string[] = [];
    const limiter = new Limiter(1);
    const first = task('a', log);
    limiter.run(first.start);
    first.end();
    await setImmediate();
    limiter.run(task('b', log).start);
    await setImmediate();
    expect(log).toEqual(['a', 'b']);
  });
});
