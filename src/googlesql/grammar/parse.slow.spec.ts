import { differenceOver, readByOwn } from '../../../test/support/fuzz/two-parsers.js';
import { sqlCorpus, SqlMutants } from '../../../test/support/fuzz/sql-mutants.js';
import { UnparsedQuery } from '../parser/unparsed-query.js';

type Difference = 'read' | 'refused' | 'another tree';

/** Where the parser of our own differs from bq2cst, and why it is right by BigQuery's documentation of the syntax. */
const DIFFERENCES: readonly [string, Difference, string][] = [
  ['SELECT 1.', 'read', 'a floating point literal may end with its point'],
  ['SELECT 127.', 'read', 'a floating point literal may end with its point'],
  ['SELECT TABLE FROM t', 'read', 'TABLE is no reserved keyword'],
  ['SELECT TABLE T', 'another tree', 'TABLE is a column here, T its alias'],
  ['FROM hits|> SELECT *', 'read', 'nothing need stand between a name and a pipe'],
  ['SELECT 1 FROM `logs.my_function`(1)', 'another tree', 'the backticks are no part of the name'],
  ["SELECT 'a' LIKE ANY ((SELECT 'a'))", 'another tree', 'a query in two pairs of brackets is a query, as with IN'],
  ['SELECT 1 UNION ALL FROM t', 'refused', 'FROM as an operand stands in brackets'],
  ['SELECT DISTINCT ON (s) s, i FROM t', 'refused', 'ON is a reserved keyword and no function'],
  ['SELECT GROUPING SETS (a) FROM t', 'refused', 'GROUPING is a reserved keyword, and SETS no function'],
  ['SELECT CUBE(a, b)', 'refused', 'CUBE is a reserved keyword and no function'],
  ['SELECT UNNEST([1])', 'refused', 'UNNEST stands in FROM and behind IN'],
  ['SELECT SELECT (1)', 'refused', 'SELECT is a reserved keyword and no function'],
  ['SELECT a, b => 1', 'refused', 'only arguments have names'],
  ['SELECT NOT * FROM t', 'refused', 'a star is no operand'],
  ['SELECT *.a FROM t', 'refused', 'a star has no fields'],
  ['FROM t |> ASSERT *', 'refused', 'a star is no condition'],
  ['SELECT * FROM hits, secrets.word::text', 'refused', 'there is no such operator'],
  ['SELECT * FROM f($)', 'refused', 'a table function is given expressions'],
  ['SELECT 1 FROM t(1)(2)', 'refused', 'a table function is called once'],
  ['SELECT 1 FROM t JOIN u USING ()', 'refused', 'USING names at least one column'],
];

/** What a difference is said to be. */
const SAID: Readonly<Record<Difference, string>> = {
  read: 'read by our own alone',
  refused: 'refused by our own alone',
  'another tree': 'read as another tree',
};

describe('the parser of our own', () => {
  it.each(DIFFERENCES)('differs from bq2cst over %s: %s, since %s', (sql, difference) => {
    expect(differenceOver(sql)).toMatch(SAID[difference]);
  });

  it('reads every query of this repository as bq2cst does, but for these', () => {
    const known = new Set(DIFFERENCES.map(([sql]) => sql));
    const corpus = sqlCorpus();
    expect(corpus.length).toBeGreaterThan(3000);
    expect(corpus.filter((sql) => !known.has(sql) && differenceOver(sql) !== undefined)).toEqual([]);
  });

  it('makes a tree of any text, or refuses it at a place within', () => {
    const mutants = new SqlMutants(7, sqlCorpus());
    const outcomes = { read: 0, refused: 0 };
    for (let count = 0; count < 50_000; count += 1) {
      const sql = mutants.next();
      const found = readByOwn(sql);
      outcomes[found instanceof UnparsedQuery ? 'refused' : 'read'] += 1;
      if (!(found instanceof UnparsedQuery)) continue;
      const { line, column } = found.problem;
      const length = sql.split(/\r\n|\r|\n/)[line - 1]?.length;
      if (length === undefined || column < 1 || column > length + 1) throw new Error(`${line}:${column} in ${sql}`);
    }
    expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(1000);
  });
});
