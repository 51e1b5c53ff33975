import { type SelectNode } from '../ast/nodes.js';
import { refusalOf, selectOf } from '../../../test/support/parsed.js';

const select = (sql: string): SelectNode => selectOf(`SELECT ${sql}`);

const at = (column: number, text: string) => ({ line: 1, column, text });

describe('SELECT', () => {
  it('has its list and its clauses', () => {
    expect(
      select('DISTINCT AS STRUCT a AS b, 1 FROM t WHERE c HAVING d QUALIFY e WINDOW w AS () ORDER BY f LIMIT 2'),
    ).toMatchObject({
      type: 'Select',
      ...at(1, 'SELECT'),
      distinct: at(8, 'DISTINCT'),
      rowsAs: 'STRUCT',
      items: [
        { type: 'ExpressionItem', ...at(27, 'a'), value: { name: 'a' }, alias: { name: 'b' } },
        { type: 'ExpressionItem', value: { value: 1n }, alias: undefined },
      ],
      from: { path: 't' },
      where: { text: 'WHERE', condition: { name: 'c' } },
      groupBy: undefined,
      having: { condition: { name: 'd' } },
      qualify: { condition: { name: 'e' } },
      window: { text: 'WINDOW', windows: [{ name: { name: 'w' } }] },
      orderBy: { items: [{ key: { name: 'f' } }] },
      limit: { count: { value: 2n } },
    });
    expect(select('ALL a')).toMatchObject({ distinct: undefined, rowsAs: undefined, from: undefined });
  });

  it('has stars, with what they leave out and what they replace', () => {
    expect(select('*, t.s.* EXCEPT (a, `b c`) REPLACE (1 AS d)').items).toMatchObject([
      { type: 'StarItem', of: undefined, star: at(8, '*'), except: [], replace: [] },
      {
        type: 'StarItem',
        ...at(11, '.'),
        of: { type: 'Field', field: { name: 's' } },
        star: at(15, '*'),
        except: [{ name: 'a' }, { name: 'b c' }],
        replace: [{ type: 'ExpressionItem', value: { value: 1n }, alias: { name: 'd' } }],
      },
    ]);
  });

  it('is grouped by keys, by all or by sets of keys', () => {
    const groupBy = (sql: string) => select(`1 FROM t GROUP BY ${sql}`).groupBy;
    expect(groupBy('a, (b, c)')).toMatchObject({
      type: 'GroupByKeys',
      ...at(17, 'GROUP'),
      keys: [{ name: 'a' }, { type: 'Struct', isTuple: true }],
    });
    expect(groupBy('()')).toMatchObject({ type: 'GroupByKeys', keys: [] });
    expect(groupBy('ALL')).toMatchObject({ type: 'GroupByAll' });
    expect(groupBy('ROLLUP (a, (b, c))')).toMatchObject({
      type: 'GroupBySets',
      sets: { kind: 'ROLLUP', members: [{ keys: [{ name: 'a' }] }, { keys: [{ name: 'b' }, { name: 'c' }] }] },
    });
    expect(groupBy('GROUPING SETS (a, (), CUBE (b, c))')).toMatchObject({
      sets: {
        kind: 'GROUPING SETS',
        members: [
          { type: 'KeyGroup', keys: [{ name: 'a' }] },
          { type: 'KeyGroup', keys: [] },
          { type: 'KeySets', kind: 'CUBE', members: [{ keys: [{ name: 'b' }] }, { keys: [{ name: 'c' }] }] },
        ],
      },
    });
  });

  it('has queries with names and in an order', () => {
    expect(select('(SELECT 1) AS a FROM t ORDER BY (SELECT 2) DESC')).toMatchObject({
      items: [{ value: { type: 'Query' }, alias: { name: 'a' } }],
      orderBy: { items: [{ key: { type: 'Query' }, direction: 'DESC' }] },
    });
  });

  it.each([
    ['WITH ANONYMIZATION a', '1:8 "WITH" here is unknown'],
    ['a FROM t GROUP BY a, ROLLUP (b)', '1:29 ROLLUP, CUBE and GROUPING SETS stand alone in GROUP BY'],
    ['((SELECT 1) AS a)', '1:20 syntax error: unexpected "AS", ")" is missing'],
    ['* EXCEPT (a.b)', '1:19 syntax error: unexpected "."'],
    ['a AS b.c', '1:14 syntax error: unexpected "."'],
  ])('is refused at its place: %s', (sql, expected) => {
    expect(refusalOf(`SELECT ${sql}`)).toContain(expected);
  });
});
