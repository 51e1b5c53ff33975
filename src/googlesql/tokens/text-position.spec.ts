import { offsetAt, positionAt } from './text-position.js';

/** Characters of one and of two units, halves of such, and lines of all lengths. */
const TEXT = 'a😀é\n\n\ud800b\udc00\r\n😀😀\n';

describe('text positions', () => {
  it('are found by their offsets, and the other way around', () => {
    const places = Array.from(TEXT).map((_, index, all) => {
      const before = all.slice(0, index).join('');
      const lines = before.split('\n');
      return [before.length, { line: lines.length, column: Array.from(lines.at(-1) ?? '').length + 1 }] as const;
    });
    expect(places).toHaveLength(13);
    for (const [offset, place] of places) {
      expect([offset, positionAt(TEXT, offset)]).toEqual([offset, place]);
      expect([place, offsetAt(TEXT, place)]).toEqual([place, offset]);
    }
  });

  it('are drawn back to the end of the line, and of the text', () => {
    expect(offsetAt(TEXT, { line: 1, column: 99 })).toBe(4);
    expect(offsetAt(TEXT, { line: 2, column: 2 })).toBe(5);
    expect(offsetAt(TEXT, { line: 99, column: 1 })).toBe(TEXT.length);
    expect(offsetAt('😀', { line: 1, column: 9 })).toBe(2);
    expect(offsetAt('ab', { line: 1, column: 0 })).toBe(0);
  });
});
