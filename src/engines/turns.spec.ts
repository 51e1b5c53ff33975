import { Turns } from './turns.js';

/** Keeps the event loop for so long, as a long piece of work would. */
function work(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('Turns', () => {
  it('are over after a moment, and begin anew once others have had theirs', async () => {
    const turns = new Turns();
    work(20);
    expect(turns.isOver()).toBe(true);
    const others: string[] = [];
    setImmediate(() => others.push('another request'));
    await turns.next();
    expect(others).toEqual(['another request']);
    work(20);
    expect(turns.isOver()).toBe(true);
  });

  it('give way only so often: work that takes no time is done in one', () => {
    const begun = performance.now();
    const turns = new Turns();
    const isOver = turns.isOver();
    // On a machine that was busy elsewhere in between, it may well be over.
    expect(isOver && performance.now() - begun < 1).toBe(false);
  });
});
