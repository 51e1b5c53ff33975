import { type LimitNode, type WindowNode } from '../ast/nodes.js';
import { refusalOf, selectOf } from '../../../test/support/parsed.js';

const windowOf = (sql: string): WindowNode | undefined => {
  return selectOf(`SELECT 1 FROM t WINDOW w AS ${sql}`).window?.windows[0]?.window;
};

const limitOf = (sql: string): LimitNode | undefined => selectOf(`SELECT 1 ${sql}`).limit;

describe('windows', () => {
  it('have what they go on from, their keys and their frame', () => {
    expect(windowOf('(v PARTITION BY a, 1 ORDER BY b DESC NULLS LAST, c ROWS 2 PRECEDING)')).toMatchObject({
      type: 'WindowSpecification',
      base: { type: 'Name', line: 1, column: 30, name: 'v' },
      partitionBy: { column: 32, keys: [{ name: 'a' }, { value: 1n }] },
      orderBy: {
        column: 50,
        items: [
          { key: { name: 'b' }, direction: 'DESC', nulls: 'NULLS LAST' },
          { key: { name: 'c' }, direction: undefined, nulls: undefined },
        ],
      },
      frame: { unit: 'ROWS', start: { place: 'n PRECEDING', distance: { value: 2n } }, end: undefined },
    });
    expect(windowOf('v')).toMatchObject({ type: 'Name', name: 'v' });
    expect(windowOf('(RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)')).toMatchObject({
      base: undefined,
      orderBy: undefined,
      frame: { unit: 'RANGE', start: { place: 'UNBOUNDED PRECEDING' }, end: { place: 'CURRENT ROW' } },
    });
  });

  it.each([['(ROWS CURRENT PRECEDING)', '1:35 a frame is bounded by UNBOUNDED, CURRENT ROW, a number or a parameter']])(
    'are refused at their place: %s',
    (sql, expected) => {
      expect(refusalOf(`SELECT 1 FROM t WINDOW w AS ${sql}`)).toBe(expected);
    },
  );
});

describe('LIMIT', () => {
  it('takes whole numbers and parameters, in brackets as well', () => {
    expect(limitOf('LIMIT ((2)) OFFSET @n')).toMatchObject({
      count: { type: 'Integer', value: 2n },
      offset: { type: 'Parameter', text: '@n' },
    });
    expect(limitOf('LIMIT 1')).toMatchObject({ offset: undefined });
  });

  it.each([
    ['LIMIT ALL', '1:16 for all rows, leave LIMIT out: LIMIT and OFFSET take an integer or a parameter'],
    ['LIMIT 1 + 1', '1:16 LIMIT and OFFSET take an integer or a parameter'],
    ['LIMIT 1 OFFSET x', '1:25 LIMIT and OFFSET take an integer or a parameter'],
  ])('is refused otherwise: %s', (sql, expected) => {
    expect(refusalOf(`SELECT 1 ${sql}`)).toBe(expected);
  });

  it('takes one number in a pipe', () => {
    expect(refusalOf('FROM t |> LIMIT 1, 2')).toBe(
      '1:20 LIMIT takes one number; OFFSET stands in front of a second one',
    );
  });
});
