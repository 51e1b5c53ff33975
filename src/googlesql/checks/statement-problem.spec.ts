import { statementProblem } from './statement-problem.js';

describe('statementProblem', () => {
  it.each([
    'SELECT 1',
    'select 1;',
    '-- a\nWITH t AS (SELECT 1) SELECT * FROM t ; -- b',
    '((SELECT 1))',
    'FROM t |> SELECT a',
  ])('takes %j', (sql) => {
    expect(statementProblem(sql)).toBeUndefined();
  });

  it.each<[string, number, number, string]>([
    ['', 1, 1, 'empty'],
    [' -- nothing\n', 1, 1, 'empty'],
    [' ;', 1, 2, 'empty'],
    ['(', 1, 1, 'empty'],
    ['\n  delete FROM t', 2, 3, 'SELECT, WITH or FROM, not with DELETE'],
    ['(INSERT t)', 1, 2, 'not with INSERT'],
    ["'SELECT'", 1, 1, 'starts with SELECT'],
    ['SELECT 1;\nSELECT 2', 2, 1, 'one statement'],
    ['SELECT 1;;', 1, 10, 'one statement'],
    ['FROM t\n|> insert INTO u', 2, 4, '|> INSERT'],
    ["SELECT 'a", 1, 8, 'not closed'],
  ])('refuses %j', (sql, line, column, message) => {
    expect(statementProblem(sql)).toEqual({ line, column, message: expect.stringContaining(message) as string });
  });

  it('sees no statement in strings and comments', () => {
    expect(statementProblem(`SELECT ';' /* ; DROP */ -- ; DROP`)).toBeUndefined();
  });
});
