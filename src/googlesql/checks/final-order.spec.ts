import { parseLeniently } from '../grammar/parse.js';
import { finalOrder } from './final-order.js';

const found = (sql: string) => {
  const { items, limit, offset } = finalOrder(parseLeniently(sql));
  const order = items.map(({ by, descending }) => `${by}${descending ? ' DESC' : ''}`).join(', ');
  return [order, limit?.count, offset && `${offset.line}:${offset.column}`];
};

describe('finalOrder', () => {
  it.each([
    ['SELECT a, b FROM t ORDER BY a DESC NULLS LAST, `b` ASC LIMIT 10', ['a DESC, b', 10, undefined]],
    [
      'SELECT timestamp, t.id AS key FROM t ORDER BY timestamp, t.id DESC',
      ['timestamp, key DESC', undefined, undefined],
    ],
    ['SELECT t.a FROM t ORDER BY T.A, 1', ['a, 1', undefined, undefined]],
    [
      'SELECT a FROM t ORDER BY LOWER(a), u.a, (a), @p',
      ['undefined, undefined, undefined, undefined', undefined, undefined],
    ],
    ['(SELECT a FROM t\nORDER BY a LIMIT @n OFFSET 5)', ['a', undefined, '2:21']],
    ['WITH q AS (SELECT a FROM t ORDER BY a LIMIT 1) SELECT a FROM q', ['', undefined, undefined]],
    ['SELECT a FROM t UNION ALL SELECT b FROM u ORDER BY a LIMIT 3', ['a', 3, undefined]],
    ['FROM t |> WHERE a > 1 |> ORDER BY a DESC |> LIMIT 5 OFFSET 2', ['a DESC', 5, '1:53']],
    ['FROM t |> SELECT a |> ORDER BY a', ['a', undefined, undefined]],
    // Nobody promises that rows keep their order behind it.
    ['FROM t |> ORDER BY a |> SELECT a', ['', undefined, undefined]],
  ])('of %j', (sql, expected) => {
    expect(found(sql)).toEqual(expected);
  });
});
