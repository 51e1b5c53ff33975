import { type FromNode } from '../ast/nodes.js';
import { bodyOf, refusalOf, selectOf } from '../../../test/support/parsed.js';

function from(sql: string): FromNode {
  const { from: item } = selectOf(`SELECT 1 FROM ${sql}`);
  if (!item) throw new Error(sql);
  return item;
}

const at = (column: number, text: string) => ({ line: 1, column, text });

describe('FROM items', () => {
  it('are tables, with what may be the path of an array', () => {
    expect(from('`my table` AS t')).toEqual({
      type: 'Table',
      ...at(15, '`my table`'),
      path: 'my table',
      array: undefined,
      isPlain: true,
      alias: { type: 'Name', ...at(29, 't'), name: 't' },
      offset: undefined,
    });
    expect(from('a.b WITH OFFSET AS o')).toMatchObject({
      path: 'a.b',
      array: { first: 'a', path: { type: 'Field', operand: { name: 'a' }, field: { name: 'b' } } },
      offset: { ...at(19, 'WITH'), alias: { name: 'o' } },
    });
    expect(from('my-project.d.t')).toMatchObject({ path: 'my-project.d.t', array: undefined });
  });

  it('are arrays, queries and functions', () => {
    expect(from('UNNEST([1]) AS x WITH OFFSET')).toMatchObject({
      type: 'UnnestItem',
      array: { type: 'Array' },
      alias: { name: 'x' },
      offset: { alias: undefined },
    });
    expect(from('(SELECT 1) q')).toMatchObject({ type: 'QueryItem', query: { type: 'Query' }, alias: { name: 'q' } });
    expect(from('range(1)')).toMatchObject({ type: 'TableFunction', ...at(15, 'range'), name: 'RANGE' });
  });

  it('are joins, which lean to the left', () => {
    expect(from('a, b LEFT JOIN c ON a.x = c.x')).toMatchObject({
      type: 'Join',
      kind: 'LEFT',
      kindWord: at(20, 'LEFT'),
      isComma: false,
      left: { type: 'Join', kind: 'CROSS', kindWord: undefined, isComma: true },
      right: { path: 'c' },
      on: { ...at(32, 'ON'), condition: { type: 'Binary' } },
      using: undefined,
    });
    expect(from('(a JOIN b USING (x, `y z`))')).toMatchObject({
      type: 'BracketedJoin',
      inner: { kind: 'INNER', on: undefined, using: { columns: [{ name: 'x' }, { name: 'y z' }] } },
    });
    const [operator] = bodyOf('Pipe', 'FROM a |> FULL JOIN b ON TRUE').operators;
    expect(operator).toMatchObject({ clause: { kind: 'FULL', right: { path: 'b' } } });
  });

  it('have PIVOT and UNPIVOT around them', () => {
    expect(from('t PIVOT(SUM(a) AS s, COUNT(b) FOR c IN (1 AS one, 2)) AS p')).toMatchObject({
      type: 'Reshaped',
      input: { path: 't' },
      by: {
        type: 'Pivot',
        aggregates: [{ value: { name: 'SUM' }, alias: { name: 's' } }, { alias: undefined }],
        input: { name: 'c' },
        values: [{ value: { value: 1n }, alias: { name: 'one' } }, { value: { value: 2n } }],
        alias: { name: 'p' },
      },
    });
    expect(from("t UNPIVOT INCLUDE NULLS ((v, w) FOR n IN ((a, b) AS 'x', (c, d) AS 2))")).toMatchObject({
      by: {
        type: 'Unpivot',
        keepsNulls: true,
        values: [{ name: 'v' }, { name: 'w' }],
        label: { name: 'n' },
        sets: [
          { columns: [{ name: 'a' }, { name: 'b' }], label: { type: 'String', value: 'x' } },
          { columns: [{ name: 'c' }, { name: 'd' }], label: { type: 'Integer', value: 2n } },
        ],
        alias: undefined,
      },
    });
  });

  it.each([
    ['t FOR SYSTEM_TIME AS OF x', '1:17 "FOR" here is unknown'],
    ['t TABLESAMPLE SYSTEM (1 PERCENT)', '1:17 "TABLESAMPLE" here is unknown'],
    ['(t)', '1:16 brackets in FROM hold a JOIN or a query, found "t"; leave them out'],
    ['(a, b)', '1:16 brackets in FROM hold a JOIN or a query, found items with commas between them; leave them out'],
    ['my-table', '1:15 my-table is no plain name; write it in backticks, as in `my-table`'],
    ['UNNEST([1], [2])', '1:15 UNNEST of several arrays is unknown'],
    ['t UNPIVOT(v FOR n IN (a AS 1.5))', '1:42 a label of UNPIVOT is a STRING or an INT64 literal'],
    ['t UNPIVOT(v FOR n IN (a + 1))', '1:37 UNPIVOT takes names of columns alone'],
  ])('are refused at their place: %s', (sql, expected) => {
    expect(refusalOf(`SELECT 1 FROM ${sql}`)).toBe(expected);
  });
});
