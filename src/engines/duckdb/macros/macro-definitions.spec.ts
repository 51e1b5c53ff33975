import { macroDefinitions } from './macro-definitions.js';

describe('macroDefinitions', () => {
  it('is each macro in one line, by its name', () => {
    const sql = `
      -- What it is for; and how.
      CREATE MACRO bq_one(a, b) AS CASE
        WHEN a > b THEN least(
          a,
          -- the smaller one
          b
        )[1]
        ELSE a - -b
      END;
      CREATE MACRO bq_two() AS 2;`;
    expect([...macroDefinitions(sql)]).toEqual([
      ['bq_one', 'bq_one(a, b) AS CASE WHEN a > b THEN least(a, b)[1] ELSE a - -b END'],
      ['bq_two', 'bq_two() AS 2'],
    ]);
  });

  it('leaves texts and quoted names as they are', () => {
    const definition = `bq_one(a) AS a || '; -- it''s  (  ' || "b;  --"`;
    expect([...macroDefinitions(`CREATE MACRO ${definition};`).values()]).toEqual([definition]);
  });

  it('puts a text together that is written in several lines, and none that is not', () => {
    const sql = `CREATE MACRO bq_one() AS f('a('
      'b)'
      -- last
      E'''c');`;
    expect([...macroDefinitions(sql).values()]).toEqual([`bq_one() AS f('a(b)' E'''c')`]);
    expect([...macroDefinitions(`CREATE MACRO bq_one() AS 'a' 'b';`).values()]).toEqual([`bq_one() AS 'a' 'b'`]);
  });

  it.each([
    'DROP MACRO bq_one;',
    'CREATE MACRO bq_one() AS 1;\nCREATE MACRO bq_one(a) AS a;',
    'CREATE MACRO bq_one() AS 1;\nbq_two() AS 2',
  ])('refuses %s', (sql) => {
    expect(() => macroDefinitions(sql)).toThrow('Not one new macro');
  });
});
