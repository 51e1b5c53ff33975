import { type SetOperationNode } from '../ast/nodes.js';
import { bodyOf, refusalOf } from '../../../test/support/parsed.js';
import { parse } from './parse.js';

const setOperation = (sql: string): SetOperationNode => bodyOf('SetOperation', sql);

describe('set operations', () => {
  it('have their queries from the first to the last', () => {
    expect(setOperation('SELECT 1 UNION ALL (SELECT 2) UNION ALL SELECT 3 ORDER BY 1 LIMIT 2')).toMatchObject({
      type: 'SetOperation',
      operator: { name: 'UNION ALL', mode: undefined, columns: undefined },
      operands: [
        { type: 'Query', column: 1 },
        { type: 'Query', column: 20 },
        { type: 'Query', column: 41 },
      ],
      orderBy: { items: [{ key: { value: 1n } }] },
      limit: { count: { value: 2n } },
    });
  });

  it.each([
    ['UNION ALL BY NAME', { name: 'UNION ALL', mode: 'STRICT' }],
    ['LEFT UNION ALL BY NAME ON (a, `b c`)', { mode: 'LEFT', columns: [{ name: 'a' }, { name: 'b c' }] }],
    ['INTERSECT DISTINCT CORRESPONDING', { name: 'INTERSECT DISTINCT', mode: 'INNER' }],
  ])('go by names: %s', (operator, expected) => {
    expect(setOperation(`SELECT 1 AS a ${operator} SELECT 2 AS a`).operator).toMatchObject(expected);
  });

  it('stand in pipes', () => {
    const [operator] = bodyOf('Pipe', 'FROM t |> EXCEPT DISTINCT (SELECT 1)').operators;
    expect(operator).toMatchObject({ operator: { name: 'EXCEPT DISTINCT', line: 1, column: 11 } });
  });

  it.each([
    ['SELECT 1 UNION ALL STRICT CORRESPONDING BY (1) SELECT 2', '1:45 name a column'],
    ['SELECT 1 EXCEPT ALL SELECT 2', '1:10 EXCEPT ALL is unknown'],
    ['SELECT 1 FULL UNION ALL SELECT 2', 'FULL before UNION ALL needs BY NAME after it'],
    [
      'SELECT 1 UNION ALL SELECT 2 UNION DISTINCT SELECT 3',
      'UNION DISTINCT after another set operation needs parentheses',
    ],
  ])('are refused at their place: %s', (sql, expected) => {
    expect(refusalOf(sql)).toContain(expected);
  });
});

describe('WITH and brackets', () => {
  it('have the queries that are in them', () => {
    const query = parse('WITH RECURSIVE a AS (SELECT 1), `b c` AS (SELECT 2) (SELECT 3) LIMIT 4');
    expect(query.with).toMatchObject({
      isRecursive: true,
      queries: [
        { name: 'a', query: { type: 'Query' } },
        { name: 'b c', column: 33 },
      ],
    });
    expect(query.body).toMatchObject({
      query: { type: 'Query', column: 54 },
      orderBy: undefined,
      limit: { count: { value: 4n } },
    });
  });
});
