import { UnfinishedBytes } from './unfinished-bytes.js';

const MEBIBYTE = 2 ** 20;

describe('answers in the making', () => {
  const unfinished = new UnfinishedBytes(32 * MEBIBYTE);

  it('may take half of the room for a key, and all of it for all', () => {
    const [first, second, other, third] = ['a', 'a', 'b', 'c'].map((key) => unfinished.of(key));
    expect(first?.grow(10 * MEBIBYTE)).toBe(true);
    expect([second?.grow(7 * MEBIBYTE), second?.grow(6 * MEBIBYTE)]).toEqual([false, true]);
    expect(first?.grow(11 * MEBIBYTE)).toBe(false);
    expect(other?.grow(15 * MEBIBYTE)).toBe(true);
    expect([third?.grow(2 * MEBIBYTE), third?.grow(MEBIBYTE)]).toEqual([false, true]);
    expect(unfinished.bytes).toBe(32 * MEBIBYTE);
    first?.release();
    expect(second?.grow(16 * MEBIBYTE)).toBe(true);
    for (const answer of [second, other, third]) answer?.release();
    expect(unfinished.bytes).toBe(0);
  });

  it('count for no more than half of it each, so that one of any size can be made', () => {
    const [large, other, small] = ['a', 'b', 'c'].map((key) => unfinished.of(key));
    expect([large?.grow(16 * MEBIBYTE), large?.grow(500 * MEBIBYTE), large?.grow(900 * MEBIBYTE)]).toEqual([
      true,
      true,
      true,
    ]);
    expect(other?.grow(500 * MEBIBYTE)).toBe(true);
    expect([small?.grow(64 * 1024 - 1), small?.grow(64 * 1024)]).toEqual([true, false]);
    for (const answer of [large, other, small]) answer?.release();
    expect(unfinished.bytes).toBe(0);
  });

  it('takes nothing any more once it has been released', () => {
    const left = unfinished.of('a');
    expect(left.grow(MEBIBYTE)).toBe(true);
    left.release();
    expect(left.grow(2 * MEBIBYTE)).toBe(false);
    left.release();
    expect(unfinished.bytes).toBe(0);
  });
});
