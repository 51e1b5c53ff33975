import { normalSql, placeInSql } from './normal-sql.js';

const SQL = `SELECT  '😀' /* é */ AS\n  "x"  -- of all\n FROM\tt ( a , b ) ;;`;

describe('normalSql', () => {
  it('has the tokens of a query and nothing else', () => {
    expect(normalSql(SQL)).toBe(`SELECT '😀' AS "x" FROM t(a,b)`);
    expect(normalSql(normalSql(SQL))).toBe(normalSql(SQL));
    expect(normalSql('a b-- c')).toBe('a b');
    expect(normalSql(`'''a\nb''' /**/ c`)).toBe(`'''a\nb''' c`);
    expect(normalSql(' ; ')).toBe('');
  });

  it.each<[column: number, line: number, written: number]>([
    [1, 1, 1],
    [7, 1, 1],
    [8, 1, 9],
    [12, 1, 21],
    [15, 2, 3],
    [19, 3, 2],
    [28, 3, 15],
    [29, 3, 17],
    [30, 3, 18],
    [99, 3, 18],
  ])('knows where column %i stands in what was written', (column, line, written) => {
    expect(placeInSql(SQL, { line: 1, column })).toEqual({ line, column: written });
  });

  it('knows places behind strings of several lines', () => {
    const sql = `SELECT /* … */ '''a\né''' ||\n\n  b`;
    expect(normalSql(sql)).toBe(`SELECT '''a\né''' || b`);
    expect(placeInSql(sql, { line: 2, column: 9 })).toEqual({ line: 4, column: 3 });
    expect(placeInSql(sql, { line: 2, column: 2 })).toEqual({ line: 1, column: 16 });
    expect(placeInSql('', { line: 1, column: 1 })).toEqual({ line: 1, column: 1 });
  });
});
