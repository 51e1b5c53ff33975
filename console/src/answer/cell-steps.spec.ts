import { stepOf } from './cell-steps.js';

const SIZE = { rows: 100, columns: 5, page: 20 };
const step = (key: string, row: number, column: number, ctrlKey = false) => {
  const next = stepOf({ key, ctrlKey, metaKey: false }, { row, column }, SIZE);
  return next && [next.row, next.column];
};

describe('keys in the table', () => {
  it.each([
    ['ArrowDown', false, [51, 2]],
    ['ArrowUp', false, [49, 2]],
    ['ArrowRight', false, [50, 3]],
    ['ArrowLeft', false, [50, 1]],
    ['PageDown', false, [70, 2]],
    ['PageUp', false, [30, 2]],
    ['Home', false, [50, 0]],
    ['End', false, [50, 4]],
    ['Home', true, [0, 0]],
    ['End', true, [99, 4]],
  ])('%s (with Ctrl: %s) leads to %j', (key, isFar, to) => {
    expect(step(key, 50, 2, isFar)).toEqual(to);
  });

  it('stay within it', () => {
    expect(step('ArrowUp', 0, 0)).toEqual([0, 0]);
    expect(step('PageDown', 95, 4)).toEqual([99, 4]);
    expect(step('ArrowRight', 95, 4)).toEqual([95, 4]);
    expect(
      stepOf(
        { key: 'ArrowDown', ctrlKey: false, metaKey: false },
        { row: 0, column: 0 },
        { rows: 0, columns: 0, page: 1 },
      ),
    ).toEqual({ row: 0, column: 0 });
  });

  it('other keys are left alone', () => {
    expect(step('a', 1, 1)).toBeUndefined();
    expect(step('Tab', 1, 1)).toBeUndefined();
  });
});
