import {
  aliasesIn,
  beginsWithMacro,
  isRandom,
  isSame,
  macrosIn,
  namesIn,
  usesFieldsWhole,
  withFirstMacro,
  withOtherMacros,
  withPieces,
} from './folds.js';
import {
  columnSql,
  fieldSql,
  lambdaSql,
  nameSql,
  tableSql,
  writtenSql,
  textSql,
  wordSql,
  SQL,
  type Sql,
  printed,
} from './sql.js';
import { INT64, type SqlType } from '../../../../googlesql/types/types.js';

const alias = nameSql('t_1');
const column = columnSql(alias, 'a');
const safe = (name: string) => `safe_${name}`;

describe('what is known of a tree', () => {
  it('is the same as one that is made of the same pieces', () => {
    expect(isSame(SQL`f(${column})`, SQL`f(${columnSql(alias, 'a')})`)).toBe(true);
    expect(isSame(SQL`f(${column})`, SQL`f(${columnSql(alias, 'b')})`)).toBe(false);
  });

  it.each<[Sql, string[]]>([
    [
      SQL`bq_add(${SQL`safe_bq_substr(x)`}, 'bq_no(', "bq_neither(") || ${textSql('bq_none(')}`,
      ['bq_add', 'safe_bq_substr'],
    ],
    [SQL`CAST(${wordSql('bq_a')}(${SQL`bq_b`}(1)) AS bq_type)`, ['bq_a', 'bq_b']],
    [SQL`list_transform(${column}, lambda v: bq_c(v))`, ['bq_c']],
    [SQL`${nameSql('bq_d(')}(1) ${wordSql('bq_e')} (2)`, []],
  ])('the macros that are called', (sql, macros) => {
    expect([...macrosIn(sql)].sort()).toEqual(macros);
  });

  it('whether there is something random in it', () => {
    expect(isRandom(SQL`CAST(${SQL`random()`} AS BIGINT)`)).toBe(true);
    expect(isRandom(SQL`uuid()`)).toBe(true);
    expect(isRandom(SQL`f(${textSql('random()')}, ${nameSql('uuid()')}, 'random()')`)).toBe(false);
  });

  it('whether a record is used as a whole that is a field of another', () => {
    const record: SqlType = { kind: 'STRUCT', fields: [{ name: 'c', type: INT64 }] };
    const inner = fieldSql(column, 'b', record);
    const leafOfIt = fieldSql(inner, 'c', INT64);
    expect(usesFieldsWhole(SQL`f(${leafOfIt}, ${column})`)).toBe(false);
    expect(usesFieldsWhole(SQL`f(${leafOfIt}, ${inner})`)).toBe(true);
    expect(usesFieldsWhole(SQL`${inner} AS ${nameSql('b')}`)).toBe(true);
    expect(usesFieldsWhole(inner)).toBe(true);
  });

  it('other tables', () => {
    const query = SQL`SELECT ${column} FROM ${tableSql('"a"."t"')} AS ${alias}, (SELECT 1 FROM ${tableSql('"a"."t"')})`;
    const other = withPieces(query, (sql) => (sql.kind === 'table' ? SQL`(FROM ${sql})` : sql));
    expect(printed(other)).toBe('SELECT "t_1"."a" FROM (FROM "a"."t") AS "t_1", (SELECT 1 FROM (FROM "a"."t"))');
    expect(other).toHaveLength(printed(other).length);
    expect(withPieces(other, (sql) => sql)).toBe(other);
  });

  it('the names in it', () => {
    const sql = SQL`${lambdaSql('v0')} + ${column} + ${textSql('v1')} + ${tableSql('"s"."v2"')} ${writtenSql('"w"')}`;
    expect([...namesIn(sql)].sort()).toEqual(['"s"."v2"', '"t_1"', '."a"', '"w"', 'v0'].sort());
    expect([...aliasesIn(sql)]).toEqual([alias]);
  });

  it.each<[Sql, string, string]>([
    [SQL`bq_f(bq_g(1))`, 'safe_bq_f(bq_g(1))', 'safe_bq_f(safe_bq_g(1))'],
    [SQL`${wordSql('bq_f')}(${SQL`bq_g`}(1))`, 'safe_bq_f(bq_g(1))', 'safe_bq_f(safe_bq_g(1))'],
    [SQL`${SQL`${SQL`bq_f`}(1)`} + 1`, 'safe_bq_f(1) + 1', 'safe_bq_f(1) + 1'],
    [SQL`CAST(bq_f(1) AS "bq_f(")`, 'CAST(bq_f(1) AS "bq_f(")', 'CAST(safe_bq_f(1) AS "bq_f(")'],
    [SQL`concat('bq_f(', ${textSql('bq_f(')})`, "concat('bq_f(', 'bq_f(')", "concat('bq_f(', 'bq_f(')"],
  ])('with other macros in it', (sql, first, all) => {
    const before = printed(sql);
    expect(printed(withFirstMacro(sql, safe))).toBe(first);
    const other = withOtherMacros(sql, safe);
    expect(other).toHaveLength(all.length);
    expect(printed(other)).toBe(all);
    expect(beginsWithMacro(sql)).toBe(first !== before);
    expect(printed(sql)).toBe(before);
  });

  it('looks once at what stands in many places', () => {
    let sql = SQL`bq_f(${column})`;
    for (let level = 0; level < 60; level += 1) sql = SQL`${sql}${sql}`;
    expect(macrosIn(sql).size).toBe(1);
    expect(aliasesIn(sql).size).toBe(1);
    expect(withOtherMacros(sql, safe).length - sql.length).toBe(5 * 2 ** 60);
  });
});
