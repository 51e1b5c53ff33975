import { withQueries } from './with-clause.js';

const GIVEN = [
  { name: 'a', sql: 'SELECT 1' },
  { name: 'b', sql: 'SELECT 2' },
];

describe('withQueries', () => {
  it.each([
    ['SELECT x FROM a', 'WITH `a` AS (SELECT 1),\n`b` AS (SELECT 2)\nSELECT x FROM a'],
    [
      '-- WITH\nwith c AS (SELECT 3) SELECT x',
      '-- WITH\nwith `a` AS (SELECT 1),\n`b` AS (SELECT 2),\n c AS (SELECT 3) SELECT x',
    ],
    ['WITH /* so */ RECURSIVE c AS (…)', 'WITH /* so */ RECURSIVE `a` AS (SELECT 1),\n`b` AS (SELECT 2),\n c AS (…)'],
    ['(WITH c AS (SELECT 3) SELECT x)', 'WITH `a` AS (SELECT 1),\n`b` AS (SELECT 2)\n(WITH c AS (SELECT 3) SELECT x)'],
  ])('%s', (sql, merged) => {
    expect(withQueries(sql, GIVEN)).toBe(merged);
  });

  it.each(['A', '`a`'])('stands around a query whose own %s reads the one given', (name) => {
    const own = `WITH ${name} AS (SELECT x FROM a) SELECT x FROM a -- so`;
    const [first] = GIVEN;
    expect(withQueries(`${own}\n;`, first ? [first] : [])).toBe(
      `WITH \`a\` AS (SELECT 1)\n(WITH ${name} AS(SELECT x FROM a)SELECT x FROM a)`,
    );
  });

  it('adds nothing where nothing is given', () => {
    expect(withQueries('SELECT 1', [])).toBe('SELECT 1');
  });
});
