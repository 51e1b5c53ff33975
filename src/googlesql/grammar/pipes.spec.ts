import { type PipeNode } from '../ast/nodes.js';
import { bodyOf, refusalOf } from '../../../test/support/parsed.js';

const pipe = (operators: string): PipeNode => bodyOf('Pipe', `FROM t ${operators}`);

describe('a pipe', () => {
  it('has what it begins with, and its operators from the first to the last', () => {
    expect(pipe('|> WHERE a |> LIMIT 2 OFFSET 3 |> AS u')).toMatchObject({
      type: 'Pipe',
      input: { type: 'Query', with: undefined, body: { type: 'FromQuery', item: { type: 'Table', path: 't' } } },
      operators: [
        { type: 'PipeWhere', line: 1, column: 11, text: 'WHERE', clause: { condition: { name: 'a' } } },
        { type: 'PipeLimit', clause: { count: { value: 2n }, offset: { value: 3n } } },
        { type: 'PipeAs', alias: { name: 'u' } },
      ],
    });
  });

  it.each([
    [
      'SELECT DISTINCT AS STRUCT a AS b',
      { type: 'PipeSelect', isDistinct: true, rowsAs: 'STRUCT', items: [{ alias: { name: 'b' } }] },
    ],
    ['SELECT ALL *', { isDistinct: false, rowsAs: undefined, items: [{ type: 'StarItem' }] }],
    [
      'EXTEND SUM(a) OVER w AS s WINDOW w AS ()',
      { type: 'PipeExtend', items: [{}], window: { windows: [{ name: { name: 'w' } }] } },
    ],
    [
      'SET a = 1, `b c` = 2',
      { type: 'PipeSet', assignments: [{ column: { name: 'a' } }, { column: { name: 'b c' }, value: { value: 2n } }] },
    ],
    ['DROP a, b', { type: 'PipeDrop', columns: [{ name: 'a' }, { name: 'b' }] }],
    [
      'RENAME a AS b, c d',
      { type: 'PipeRename', columns: [{ column: { name: 'a' }, alias: { name: 'b' } }, { alias: { name: 'd' } }] },
    ],
    ['DISTINCT', { type: 'PipeDistinct' }],
    ['ORDER BY a DESC', { type: 'PipeOrderBy', clause: { items: [{ direction: 'DESC' }] } }],
    [
      'LEFT JOIN u ON a',
      { type: 'PipeJoin', clause: { kind: 'LEFT', right: { path: 'u' }, on: { condition: { name: 'a' } } } },
    ],
    ['ASSERT a, b, c', { type: 'PipeAssert', condition: { name: 'a' }, payload: [{ name: 'b' }, { name: 'c' }] }],
    [
      'UNION ALL BY NAME (FROM u), (FROM v)',
      { type: 'PipeSetOperation', operator: { name: 'UNION ALL', mode: 'STRICT' }, queries: [{}, {}] },
    ],
    ['WITH q AS (FROM u) |> DISTINCT', { type: 'PipeWith', clause: { queries: [{ name: 'q' }] } }],
    ['PIVOT(SUM(a) FOR b IN (1))', { type: 'PipePivot', clause: { input: { name: 'b' } } }],
    ['UNPIVOT(v FOR n IN (a, b))', { type: 'PipeUnpivot', clause: { label: { name: 'n' } } }],
    [
      'AGGREGATE SUM(a) AS s DESC GROUP AND ORDER BY b ASC NULLS LAST',
      {
        type: 'PipeAggregate',
        results: [{ item: { alias: { name: 's' } }, order: { direction: 'DESC' } }],
        keys: [{ item: { value: { name: 'b' } }, order: { direction: 'ASC', nulls: 'NULLS LAST' } }],
        isOrdered: true,
      },
    ],
    ['AGGREGATE COUNT(*) GROUP BY a', { isOrdered: false, keys: [{ order: { direction: undefined } }] }],
  ])('|> %s', (operator, expected) => {
    expect(pipe(`|> ${operator}`).operators[0]).toMatchObject(expected);
  });

  it.each([
    ['|> WHERE a, b', '1:11 WHERE takes one condition'],
    ['|> SET a > 1', '1:15 SET takes column = expression'],
    ['|> SET a.b = 1', '1:15 name a column'],
    ['|> DROP a.b', '1:16 name a column'],
    ['|> RENAME a', '1:18 RENAME takes column AS name'],
    ['|> ASSERT a,', '1:11 ASSERT takes a condition, and values for its message'],
    ['|> AS a.b', '1:11 AS takes one name'],
    ['|> CALL f()', '1:11 |> CALL is unknown'],
  ])('%s is refused', (operators, expected) => {
    expect(refusalOf(`FROM t ${operators}`)).toBe(expected);
  });
});
