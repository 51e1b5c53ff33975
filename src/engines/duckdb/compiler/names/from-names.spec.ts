import { ndjson, schemaOf, useDuckDb } from '../../../../../test/support/duckdb.js';

const BRACKETS = 'brackets in FROM hold a JOIN or a query, found';

describe('what FROM takes', () => {
  const database = useDuckDb({
    't.ndjson': ndjson({ i: 1, a: [5, 6] }),
    't.schema.json': schemaOf('i INT64, a INT64[]'),
    'u.ndjson': ndjson({ i: 1 }, { i: 2 }),
    'u.schema.json': schemaOf('i INT64'),
  });

  it.each([
    // What WITH OFFSET names is a FROM item as well.
    ['t, UNNEST(a) AS x WITH OFFSET AS x', '1:18 two FROM items are named "x"; give one another name with AS'],
    ['UNNEST([1]) AS x WITH OFFSET AS X', 'two FROM items are named'],
    ['UNNEST([1]) AS offset WITH OFFSET', 'two FROM items are named "offset"'],
    ['t, t.a AS x WITH OFFSET AS t', 'two FROM items are named "t"'],
    ['t LEFT JOIN UNNEST(a) AS x WITH OFFSET AS x ON x > 0', 'two FROM items are named "x"'],
    ['UNNEST([1]) AS x WITH OFFSET AS p JOIN t AS p ON TRUE', 'two FROM items are named "p"'],
    ['UNNEST([1]) WITH OFFSET, UNNEST([1]) WITH OFFSET', 'two FROM items are named "offset"'],
    // Brackets.
    ['(t)', `1:16 ${BRACKETS} "t"; leave them out`],
    ['(t AS x)', `${BRACKETS} "t"`],
    ['(UNNEST([1]) AS x)', `${BRACKETS} "UNNEST"`],
    ['(t, u)', `${BRACKETS} items with commas between them`],
    ['((t CROSS JOIN u))', `${BRACKETS} "("`],
    ['u JOIN (t) ON TRUE', `1:23 ${BRACKETS} "t"`],
    // Which of the two comes first would be doubtful.
    ['t, u RIGHT JOIN t AS x ON TRUE', '1:20 RIGHT JOIN behind a comma needs brackets around it'],
    ['t, u JOIN u AS v ON TRUE FULL JOIN t AS x ON TRUE', 'FULL JOIN behind a comma needs brackets around it'],
  ])('%s is refused', async (from, message) => {
    expect(await database.refusal(`SELECT 1 FROM ${from}`)).toContain(message);
  });

  it.each([
    ['t, UNNEST(a) AS x WITH OFFSET AS y', 2],
    ['t, UNNEST(a) AS x WITH OFFSET, UNNEST(a) AS y WITH OFFSET AS p', 4],
    // A column is no FROM item.
    ['t, UNNEST(a) AS x WITH OFFSET AS i', 2],
    ['(t JOIN u ON t.i = u.i)', 1],
    ['u JOIN (t CROSS JOIN UNNEST(a)) ON u.i = t.i', 2],
    ['((SELECT 1))', 1],
    ['((SELECT 1) UNION ALL (SELECT 2))', 2],
    ['t, (t AS x RIGHT JOIN u ON x.i = u.i)', 2],
    ['t CROSS JOIN u RIGHT JOIN u AS x ON u.i = x.i', 2],
  ])('%s has %d rows', async (from, count) => {
    expect(await database.rows(`SELECT COUNT(*) FROM ${from}`)).toEqual([[count]]);
  });
});
