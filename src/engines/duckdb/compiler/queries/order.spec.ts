import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

describe('ORDER BY behind SELECT DISTINCT', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(
      { id: 1, s: 'bbb', l: [1, 2] },
      { id: 2, s: 'a' },
      { id: 3, s: 'bbb' },
      { id: 4, s: 'cc', l: [3] },
      { id: 5, s: 'dd' },
    ),
    't.schema.json': schemaOf('id INT64, s STRING, l INT64[]'),
  });

  it.each<[string, unknown]>([
    ['SELECT DISTINCT s FROM t ORDER BY LENGTH(s), s DESC', [['a'], ['dd'], ['cc'], ['bbb']]],
    ['SELECT DISTINCT t.s FROM t ORDER BY LENGTH(t.s) DESC, CONCAT(s, t.s) LIMIT 2', [['bbb'], ['cc']]],
    ['SELECT DISTINCT s AS k FROM t ORDER BY LENGTH(s) DESC, LENGTH(k), t.s LIMIT 2', [['bbb'], ['cc']]],
    // Names within a query of the key, where a pipe sorts by them, mean the answer's columns as well.
    ['SELECT DISTINCT s FROM t AS q ORDER BY (FROM UNNEST([q.s]) AS e |> ORDER BY q.s |> LIMIT 1) LIMIT 1', [['a']]],
    // The fields of a STRUCT that a star stands for there are columns of the answer, too.
    [
      'SELECT DISTINCT e.a, e.b FROM UNNEST([STRUCT(1 AS a, 5 AS b), (2, 3)]) AS e ORDER BY (SELECT SUM(z.a + z.b) FROM (SELECT e.*) AS z)',
      [
        [2, 3],
        [1, 5],
      ],
    ],
    // The answer's own names come first.
    ['SELECT DISTINCT -LENGTH(s) AS s FROM t ORDER BY s + 1', [[-3], [-2], [-1]]],
    ['SELECT DISTINCT * EXCEPT (l, id) FROM t ORDER BY STARTS_WITH(t.s, "c") DESC, s LIMIT 2', [['cc'], ['a']]],
    [
      'SELECT DISTINCT s, COUNT(*) AS n FROM t GROUP BY s ORDER BY -n, s LIMIT 2',
      [
        ['bbb', 2],
        ['a', 1],
      ],
    ],
    [
      'SELECT DISTINCT u.p FROM UNNEST([STRUCT("xx" AS p, 1 AS q), ("y", 2)]) AS u ORDER BY LENGTH(u.p), LENGTH(p)',
      [['y'], ['xx']],
    ],
    ['SELECT DISTINCT u FROM UNNEST([STRUCT(1 AS q), STRUCT(2)]) AS u ORDER BY -u.q', [[{ q: 2 }], [{ q: 1 }]]],
    [
      'SELECT DISTINCT s FROM t ORDER BY (SELECT DISTINCT i.s FROM t AS i WHERE i.s = t.s ORDER BY t.s) DESC LIMIT 1',
      [['dd']],
    ],
    ['SELECT DISTINCT x FROM t, UNNEST(l) AS x ORDER BY MOD(x, 2), -x', [[2], [3], [1]]],
    ['SELECT ARRAY(SELECT DISTINCT s FROM t ORDER BY LENGTH(s), s)', [[['a', 'cc', 'dd', 'bbb']]]],
    ['SELECT DISTINCT s FROM t ORDER BY (SELECT LENGTH(s)), 1 + 1, s LIMIT 2', [['a'], ['cc']]],
    [
      'SELECT (SELECT DISTINCT a.s FROM t AS a ORDER BY ABS(LENGTH(a.s) - b.id), a.s LIMIT 1) FROM t AS b ORDER BY b.id LIMIT 3',
      [['a'], ['cc'], ['bbb']],
    ],
    ['SELECT DISTINCT s FROM t JOIN (SELECT "a" AS s) AS u USING (s) ORDER BY UPPER(s)', [['a']]],
    // Names that mean a column of the answer by way of FROM: the field of an element, a name in a subquery.
    ['SELECT DISTINCT u FROM UNNEST([STRUCT(1 AS q), STRUCT(2)]) AS u ORDER BY -q', [[{ q: 2 }], [{ q: 1 }]]],
    ['SELECT DISTINCT s FROM t ORDER BY (SELECT MIN(z.id) FROM t AS z WHERE z.s = t.s) LIMIT 2', [['bbb'], ['a']]],
  ])('%s', async (sql, expected) => {
    expect(await database.rows(sql)).toEqual(expected);
  });

  it.each([
    ['SELECT id FROM t UNION ALL SELECT 1 ORDER BY COUNT(*)', '1:46 COUNT is an aggregate function'],
    ['SELECT id FROM t UNION ALL SELECT 1 ORDER BY t.id', '1:46 unrecognized name "t"'],
    ['(SELECT id FROM t) ORDER BY s', '1:29 unrecognized name "s"'],
    ['SELECT 1 AS a, 2 AS a UNION ALL SELECT 3, 4 ORDER BY a + 1', '"a" is ambiguous'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(sql)).toContain(message);
  });
});
