import {
  columnSql,
  lambdaSql,
  nameSql,
  textSql,
  typeSql,
  wordSql,
  filledSql,
  joinSql,
  nonEmpty,
  NOTHING,
  SQL,
  type Sql,
  printed,
} from './sql.js';

describe('a tree of SQL', () => {
  it.each<[Sql, string]>([
    [SQL`NULL`, 'NULL'],
    [SQL`CAST(${nameSql('a "b"')} AS ${typeSql({ kind: 'INT64' })})`, 'CAST("a ""b""" AS BIGINT)'],
    [SQL`bq_substr(${columnSql(nameSql('t_1'), 's')}, ${2}::BIGINT, ${-3n})`, 'bq_substr("t_1"."s", 2::BIGINT, -3)'],
    [SQL`${textSql("it's")} ${wordSql('NOT LIKE')} ${textSql('\\n')}`, `'it''s' NOT LIKE '\\n'`],
    [SQL`list_transform(l, lambda ${lambdaSql('v0')}: ${lambdaSql('v0')} + 1)`, 'list_transform(l, lambda v0: v0 + 1)'],
    [joinSql([SQL`a`, SQL`b`, SQL`c`], ' OR '), 'a OR b OR c'],
    [joinSql([SQL`a`], ', '), 'a'],
    [joinSql([], ', '), ''],
    [joinSql(nonEmpty([SQL`a`, false, NOTHING, SQL`b`]), ' '), 'a b'],
    [filledSql('CASE $ WHEN true THEN $ END', SQL`f(${1})`), 'CASE f(1) WHEN true THEN f(1) END'],
  ])('is written out, and knows before how long that is', (sql, text) => {
    expect(sql).toHaveLength(text.length);
    expect(printed(sql)).toBe(text);
    expect(printed(sql)).toBe(text);
  });

  it('is the same behind a structured clone', () => {
    const inner = SQL`bq_add(${nameSql('a')}, ${1})`;
    expect(printed(structuredClone(SQL`(${inner} * ${inner})`))).toBe('(bq_add("a", 1) * bq_add("a", 1))');
  });

  it('may be deeper than the stack', () => {
    let sql = SQL`1`;
    for (let level = 0; level < 100_000; level += 1) sql = SQL`(${sql})`;
    expect(printed(sql)).toHaveLength(200_001);
  });

  it.each(["'", '"', '(', ')', '[', ';', 'a -- b', '/*', '\n', '`', '$$ ?'])('has no word %j', (word) => {
    expect(() => wordSql(word)).toThrow('no word of SQL');
  });

  it.each(['', 'NOT ', 'IS NOT DISTINCT FROM', 'bq_add', '<=', '||', '-', '1.5', '$now'])('has the word %j', (word) => {
    expect(printed(wordSql(word))).toBe(word);
  });
});
