import { type ExpressionNode, type QueryNode } from '../../ast/nodes.js';
import { typeOf } from '../../ast/type-node.js';
import { parseLeniently } from '../../grammar/parse.js';
import { type TypedValue } from '../../types/coercion.js';
import {
  arrayOf,
  BOOL,
  BYTES,
  DATE,
  DATETIME,
  definiteType,
  FLOAT64,
  INT64,
  JSON_TYPE,
  NUMERIC,
  OPEN_TYPE,
  STRING,
  type SqlType,
  TIME,
  TIMESTAMP,
  wholeTypeName,
} from '../../types/types.js';
import { DialectError } from '../dialect-error.js';
import { isOpen, OPEN } from '../open.js';
import { fieldAt } from '../names/rows.js';
import { fieldIndex } from './access.js';
import { arrayAround } from './constructors.js';
import { type ExpressionScope } from './expression-scope.js';
import { expressionValue } from './expressions.js';
import { onlyColumn } from './only-column.js';

const RECORD: SqlType = {
  kind: 'STRUCT',
  fields: [
    { name: 'x', type: INT64 },
    { name: 'list', type: arrayOf(STRING) },
    { name: 'inner', type: { kind: 'STRUCT', fields: [{ name: 'deep', type: DATE }] } },
  ],
};
const HALF_KNOWN: SqlType = { kind: 'STRUCT', fields: [{ name: 'x', type: OPEN_TYPE }] };

/** Names that mean something in these specs. */
const NAMES: ReadonlyMap<string, TypedValue> = new Map<string, TypedValue>([
  ...Object.entries({ i: INT64, s: STRING, f: FLOAT64, n: NUMERIC, b: BOOL, y: BYTES, j: JSON_TYPE }).map(
    ([name, type]) => [name, { type }] as const,
  ),
  ...Object.entries({ d: DATE, dt: DATETIME, t: TIME, ts: TIMESTAMP, r: RECORD, half: HALF_KNOWN }).map(
    ([name, type]) => [name, { type }] as const,
  ),
  ['a', { type: arrayOf(INT64) }],
  ['opens', { type: arrayOf(OPEN_TYPE) }],
  ['o', OPEN],
]);

/** The values of the SELECT list of a query, which is one STRUCT for SELECT AS STRUCT. */
function columnsOf({ body }: QueryNode, scope: ExpressionScope): readonly TypedValue[] {
  if (body.type === 'BracketedQuery') return columnsOf(body.query, scope);
  if (body.type !== 'Select') throw new TypeError('no SELECT');
  const values = body.items.flatMap((item) => (item.type === 'ExpressionItem' ? [scope.value(item.value)] : []));
  const fields = values.map(({ type }) => ({ name: '', type }));
  return body.rowsAs ? [{ type: { kind: 'STRUCT', fields } }] : values;
}

function testScope(): ExpressionScope {
  const values = new Map<ExpressionNode, TypedValue>();
  const scope: ExpressionScope = {
    value(node) {
      const value = values.get(node) ?? expressionValue(node, scope);
      values.set(node, value);
      return value;
    },
    name: (node) => NAMES.get(node.name) ?? { type: DATE },
    isNamed: (node) => NAMES.has(node.name),
    field: ({ operand, field }) => {
      const value = scope.value(operand);
      const { type } = value;
      if (isOpen(value) || type.kind === 'JSON') return value;
      const index = fieldIndex(type, field.name, field);
      if (typeof index !== 'number') throw index;
      return fieldAt(type, index);
    },
    query: (node) => columnsOf(node, scope)[0] ?? OPEN,
    columns: (node) => columnsOf(node, scope),
    parameter: () => ({ type: STRING, isParameter: true }),
    call(node) {
      const [argument] = node.args;
      if (argument?.type === 'CastOperand') return { type: typeOf(argument.target) };
      if (argument?.type !== 'Query') return node.args.length === 0 ? OPEN : scope.value(node.args[0] ?? node);
      const column = onlyColumn(columnsOf(argument, scope), node, 'ARRAY');
      return { type: arrayAround(definiteType(column.type), node) };
    },
  };
  return scope;
}

/** The value of an expression; `one` is a first column, so that places count from its comma. */
function valueOf(sql: string): TypedValue {
  const { body } = parseLeniently(`SELECT ${sql}`);
  const item = body.type === 'Select' ? body.items[0] : undefined;
  if (item?.type !== 'ExpressionItem') throw new TypeError('no expression');
  return testScope().value(item.value);
}

function typeText(sql: string): string {
  const value = valueOf(sql);
  return isOpen(value) ? 'open' : wholeTypeName(value.type);
}

function refusalOf(sql: string): string {
  try {
    return `accepted as ${typeText(sql)}`;
  } catch (error) {
    if (!(error instanceof DialectError)) throw error;
    return `${error.line}:${error.column} ${error.message}`;
  }
}

describe('the value of an expression', () => {
  it.each([
    // Literals
    ['1', 'INT64'],
    ['1.5', 'FLOAT64'],
    ["'a'", 'STRING'],
    ["b'a'", 'BYTES'],
    ['TRUE', 'BOOL'],
    ['NULL', 'NULL'],
    ["DATE '2026-01-01'", 'DATE'],
    ["TIMESTAMP '2026-01-01 10:00:00 Mars/Base'", 'TIMESTAMP'],
    ["NUMERIC '1.5'", 'NUMERIC'],
    ["DECIMAL '1.5'", 'NUMERIC'],
    ["BIGNUMERIC '1.5'", 'open'],
    [`JSON '{"a": 1}'`, 'JSON'],
    ['INTERVAL 1 DAY', 'open'],
    // Operators
    ['-9223372036854775808', 'INT64'],
    ['-i', 'INT64'],
    ['-(1.5)', 'FLOAT64'],
    ['+n', 'NUMERIC'],
    ['~i', 'INT64'],
    ['~y', 'BYTES'],
    ['y << 1', 'BYTES'],
    ['i & 1', 'INT64'],
    ['i + 1', 'INT64'],
    ['i / 2', 'FLOAT64'],
    ['n * 2', 'NUMERIC'],
    ['n + 1.5', 'NUMERIC'],
    ['n + f', 'FLOAT64'],
    ['d + 1', 'DATE'],
    ['1 + d', 'DATE'],
    ["'2026-01-01' - 1", 'DATE'],
    ['ts - ts', 'open'],
    ["ts - '2026-01-01'", 'open'],
    ["s || 'a'", 'STRING'],
    ['y || y', 'BYTES'],
    ['a || [1]', 'ARRAY<INT64>'],
    ['b AND NULL OR NOT b', 'BOOL'],
    // Intervals
    ['ts + INTERVAL 1 WEEK', 'TIMESTAMP'],
    ['ts - INTERVAL i MONTH', 'TIMESTAMP'],
    ['INTERVAL 1 DAY + d', 'DATETIME'],
    ['dt - INTERVAL 1 HOUR', 'DATETIME'],
    ['INTERVAL 1 DAY * 2', 'open'],
    ['INTERVAL 1 DAY + INTERVAL 1 HOUR', 'open'],
    // Comparisons
    ["d = '2026-01-01'", 'BOOL'],
    ['a = a', 'BOOL'],
    ['r.x < 1.5', 'BOOL'],
    ['(1, s) = (2, NULL)', 'BOOL'],
    ['i BETWEEN 1 AND 2.5', 'BOOL'],
    ['ts IS NULL', 'BOOL'],
    ['b IS NOT TRUE', 'BOOL'],
    ['a IS DISTINCT FROM NULL', 'BOOL'],
    ["s LIKE 'a%'", 'BOOL'],
    ["s LIKE ANY ('a', @p)", 'BOOL'],
    ["y NOT LIKE ALL UNNEST([b'a'])", 'BOOL'],
    ['s LIKE SOME (SELECT s)', 'BOOL'],
    ['i IN (1, 2.5)', 'BOOL'],
    ['i IN UNNEST(a)', 'BOOL'],
    ['1.5 IN UNNEST([2.5])', 'BOOL'],
    ['i IN UNNEST([])', 'BOOL'],
    ['i IN (SELECT 1.5)', 'BOOL'],
    ['(1, s) IN (SELECT AS STRUCT i, s)', 'BOOL'],
    // CASE
    ['CASE WHEN b THEN 1 WHEN NULL THEN 2.5 END', 'FLOAT64'],
    ["CASE i WHEN 1 THEN d ELSE '2026-01-01' END", 'DATE'],
    ['CASE WHEN b THEN NULL END', 'INT64'],
    ['CASE (1, s) WHEN (2, NULL) THEN s END', 'STRING'],
    // Arrays, STRUCTs
    ['[]', 'ARRAY<NULL>'],
    ['[1, 2.5]', 'ARRAY<FLOAT64>'],
    ['ARRAY<NUMERIC>[1, 2.5]', 'ARRAY<NUMERIC>'],
    ['ARRAY<DATE>[]', 'ARRAY<DATE>'],
    ['ARRAY(SELECT NULL)', 'ARRAY<INT64>'],
    [
      'STRUCT(i, i AS k, r.list, 1, NULL, [])',
      'STRUCT<i INT64, k INT64, list ARRAY<STRING>, INT64, INT64, ARRAY<INT64>>',
    ],
    ['STRUCT((i), CURRENT_DATE)', 'STRUCT<i INT64, DATE>'],
    ['(i, s)', 'STRUCT<INT64, STRING>'],
    ['STRUCT()', 'STRUCT<>'],
    ["STRUCT<k DATE, FLOAT64>('2026-01-01', 1)", 'STRUCT<k DATE, FLOAT64>'],
    ['[(1, 2), (1.5, NULL)]', 'ARRAY<STRUCT<FLOAT64, INT64>>'],
    // Access
    ['a[0]', 'INT64'],
    ['r.list[SAFE_ORDINAL(i)]', 'STRING'],
    ['r[0]', 'INT64'],
    ['r[ORDINAL(2)]', 'ARRAY<STRING>'],
    ['r.INNER.Deep', 'DATE'],
    ['j.k.l', 'JSON'],
    ["j['k'][0][NULL]", 'JSON'],
    ['(SELECT s)', 'STRING'],
    ['(((i)))', 'INT64'],
    ['@p', 'STRING'],
  ])('%s is %s', (sql, type) => {
    expect(typeText(sql)).toBe(type);
  });

  it.each([
    ['-1', { literal: -1n }],
    ['- -1', { literal: 1n }],
    ['-0.10', { literal: -0.1, digits: '-0.10' }],
    ['+0.10', { literal: 0.1, digits: '0.10' }],
    ['(1)', { literal: 1n }],
  ])('%s stays a literal', (sql, facts) => {
    expect(valueOf(sql)).toMatchObject(facts);
  });

  it('keeps the parts of literals, which take other types', () => {
    expect(valueOf("['2026-01-01']").parts).toEqual([{ type: STRING, literal: '2026-01-01' }]);
    expect(valueOf('[i]').parts).toBeUndefined();
    expect(valueOf('ARRAY<INT64>[1]').parts).toBeUndefined();
    expect(typeText("CASE WHEN b THEN (d, 1) ELSE ('2026-01-01', 2.5) END")).toBe('STRUCT<DATE, FLOAT64>');
    expect(valueOf("STRUCT<DATE>('2026-01-01')").parts).toEqual([{ type: DATE }]);
  });
});

describe('what is refused', () => {
  it.each([
    // Literals
    ["DATE '2026-02-30'", "1:13 DATE written as '2026-02-30'; write YYYY-MM-DD, of one that exists"],
    ["TIMESTAMP 'noon'", "1:18 TIMESTAMP written as 'noon'; write YYYY-MM-DD[ hh:mm:ss[.ffffff][+hh:mm]], of one"],
    ["TIME b'10:00:00'", "1:13 TIME written as b'10:00:00'"],
    ["NUMERIC 'x'", '1:16 x is no NUMERIC'],
    ["NUMERIC '1e30'", "1:16 '1e30' is beyond NUMERIC"],
    ["JSON '{'", '1:13 the text of this JSON literal'],
    // Operators
    ['i + NULL', '1:12 an operand of "+" cannot be the literal NULL; write CAST(NULL AS INT64), for example'],
    ['s = (NULL)', '1:12 an operand of "=" cannot be the literal NULL; write x IS NULL'],
    ['1 << NULL', '1:13 "<<" needs INT64, found NULL'],
    ['-s', '1:8 "-" needs a number, found STRING'],
    ['NOT i', '1:12 expected BOOL, found INT64'],
    ['b AND s', '1:14 expected BOOL, found STRING'],
    ['i + s', '1:8 "+" adds numbers, found INT64 and STRING; texts are joined with ||'],
    ['s * 2', '1:8 GoogleSQL has no "*" between STRING and INT64'],
    ['ts - 1', '1:8 GoogleSQL has no "-" between TIMESTAMP and INT64; write TIMESTAMP_SUB(x, INTERVAL 1 SECOND)'],
    ['d + 1.5', 'no "+" between DATE and FLOAT64; write DATE_ADD(x, INTERVAL 1 DAY)'],
    ['d + d', 'no "+" between DATE and DATE'],
    ['1 || 2', '1:8 "||" joins STRING, BYTES or ARRAY values, found INT64'],
    ["'a' || 1", '1:8 the two sides of "||" need one common type, found STRING, INT64'],
    ['f & 1', '1:8 "&" needs INT64, found FLOAT64'],
    // Intervals
    ['ts + INTERVAL 7 DAYS', '1:24 there is no date part DAYS; write DAY'],
    ['ts + INTERVAL s DAY', '1:22 expected INT64, found STRING'],
    ['ts + INTERVAL 9223372036854775807 DAY', '1:22 this INTERVAL is beyond what a TIMESTAMP can be moved by'],
    ['d + INTERVAL 1 DAYOFWEEK', '1:23 INTERVAL n DAYOFWEEK in an addition'],
    ['INTERVAL nosuch.x DAY', 'cannot read field "x" of DATE'],
    // Comparisons
    ["i = '200'", '1:8 the two sides of "=" need one common type, found INT64, STRING; drop the quotes: 200'],
    ['r < r', '1:8 STRUCTs are compared by = and != alone'],
    ['r = r', '1:8 a value of type ARRAY<STRING> cannot be compared'],
    ['(1, s) = (s, 1)', '1:8 values of the same types are compared, STRUCTs field by field; found'],
    ['i IS 1', '1:13 write IS [NOT] NULL, TRUE or FALSE'],
    ['s BETWEEN 1 AND 2', "the operands of BETWEEN need one common type, found STRING, INT64; put it in quotes: '1'"],
    ['i IS DISTINCT FROM s', 'the two sides of IS DISTINCT FROM need one common type'],
    [`s LIKE 'a\\\\'`, '1:15 a LIKE pattern cannot end with a backslash'],
    [`y LIKE ANY (b'a', 'a')`, '1:26 LIKE needs STRING or BYTES on both sides, found STRING beside BYTES'],
    ['s LIKE ALL UNNEST(a)', '1:26 LIKE needs an ARRAY of STRING here, found ARRAY<INT64>'],
    ['s LIKE ANY (SELECT s, s)', '1:19 the subquery of LIKE must return one column'],
    ["i IN (1, 'x')", '1:8 the values of IN need one common type'],
    ['f IN UNNEST(a)', 'expected ARRAY<FLOAT64>, found ARRAY<INT64>; write x IN (SELECT y FROM UNNEST(…) AS y)'],
    ['i IN UNNEST(i)', '1:20 expected ARRAY<INT64>, found INT64'],
    ['r IN UNNEST([r])', '1:8 a value of type ARRAY<STRING> cannot be compared'],
    ["'2026-01-01' IN (SELECT d)", '1:8 IN compares STRING with DATE; CAST one of them'],
    ['i IN (SELECT 1, 2)', '1:13 the subquery of IN must return one column; write SELECT AS STRUCT for several'],
    ['1 IN (SELECT AS STRUCT 1)', '1:8 values of the same types are compared'],
    // CASE
    ['CASE WHEN i THEN 1 END', '1:18 expected BOOL, found INT64'],
    ['CASE WHEN b THEN 1 ELSE s END', '1:25 the results of CASE need one common type, found INT64, STRING'],
    ['CASE i WHEN s THEN 1 END', '1:13 the values of CASE need one common type, found INT64, STRING'],
    ['CASE r WHEN r THEN 1 END', '1:8 a value of type ARRAY<STRING> cannot be compared'],
    // Arrays, STRUCTs
    ["[1, 'a']", '1:9 the elements of an array need one common type, found INT64, STRING'],
    ['[a]', '1:8 an ARRAY of ARRAYs is not possible; put a STRUCT in between'],
    ['ARRAY(SELECT a)', '1:8 an ARRAY of ARRAYs is not possible'],
    ['ARRAY(SELECT 1, 2)', '1:8 the subquery of ARRAY must return one column'],
    ["ARRAY<INT64>[1, 'a']", '1:24 expected INT64, found STRING'],
    ['STRUCT<INT64>(1, 2)', '1:21 STRUCT<INT64> has 1 fields, found 2 values'],
    ['STRUCT<k INT64>(s)', '1:24 expected INT64, found STRING'],
    // Access
    ['r.nosuch', '1:10 no field "nosuch"'],
    ['a.x', '1:10 cannot read field "x" of an ARRAY; UNNEST it in FROM, or write [SAFE_OFFSET(0)] before the dot'],
    ['i.x', '1:10 cannot read field "x" of INT64'],
    ['(i, s).x', '1:15 no field "x"; they have no names'],
    ['STRUCT(1 AS k, 2 AS K).k', '1:31 field "k" is ambiguous'],
    ['a[s]', '1:10 expected INT64, found STRING'],
    ['j[f]', '1:10 expected INT64 or STRING, found FLOAT64'],
    ['s[0]', '1:8 GoogleSQL has no […] on STRING'],
    ['r[i]', '1:10 the position of a field is a number written out'],
    ['r[ORDINAL(0)]', 'has no field at ORDINAL(0)'],
    ['r[3]', 'has no field at OFFSET(3)'],
    ['r[SAFE_OFFSET(0)]', 'a field of a STRUCT has no SAFE_OFFSET; write OFFSET'],
    ['LENGTH(*)', '1:15 "*" cannot stand here'],
  ])('%s: %s', (sql, message) => {
    expect(refusalOf(sql)).toContain(message);
  });
});

describe('an open value', () => {
  it.each([
    ['o', 'open'],
    ['-o', 'open'],
    ['NOT o', 'BOOL'],
    ['o + 1', 'open'],
    ["o || 'a'", 'open'],
    ['o & 1', 'open'],
    ['o + INTERVAL 1 DAY', 'open'],
    ['o = 1 AND o < s AND o = (1, 2)', 'BOOL'],
    ['o IN (1, s) OR i IN UNNEST(o) OR f IN UNNEST(opens) OR i IN (SELECT o) OR o IN (SELECT s)', 'BOOL'],
    ['o BETWEEN 1 AND s', 'BOOL'],
    ['o LIKE s AND s LIKE ANY UNNEST(o) AND y LIKE o', 'BOOL'],
    ["CASE WHEN o THEN 1 ELSE 'a' END", 'INT64, STRING'],
    ['CASE o WHEN 1 THEN i WHEN s THEN i END', 'INT64'],
    ['CASE WHEN b THEN o ELSE 1 END', 'open'],
    ['o.x.y', 'open'],
    ['o[0]', 'open'],
    ["o['k']", 'open'],
    ['r[o]', 'open'],
    ['a[o]', 'INT64'],
    ['half.x + 1', 'open'],
    ['opens[0]', 'open'],
    ['STRUCT(1 AS k, o AS x).k', 'INT64'],
    ['STRUCT(1 AS k, o AS x).x', 'open'],
    ['[o, 1][0]', 'open'],
    ['(opens || [1])[0]', 'open'],
    ['([] || opens)[0]', 'open'],
    ['[STRUCT(1 AS x), half][0].x', 'open'],
    ['[half, STRUCT(1 AS x)][0].x', 'open'],
    ["[STRUCT(1 AS k, o AS x), STRUCT(2.5, 'a')][0].k", 'FLOAT64'],
    ['ARRAY(SELECT o)[0]', 'open'],
    ['ARRAY<INT64>[o]', 'ARRAY<INT64>'],
    ['STRUCT<k STRING>(o)', 'STRUCT<k STRING>'],
    ['UNHEARD_OF(k => s)', 'STRING'],
  ])('in %s makes it %s', (sql, type) => {
    expect(refusalOf(sql)).toContain(type);
  });

  it.each([
    ['o IN (SELECT 1, 2)', 'the subquery of IN must return one column'],
    ['CASE WHEN i THEN o END', 'expected BOOL, found INT64'],
    ['o + NULL', 'cannot be the literal NULL'],
    ['y LIKE ANY (o, s)', 'found STRING beside BYTES'],
  ])('hides no other fault in %s: %s', (sql, message) => {
    expect(refusalOf(sql)).toContain(message);
  });
});

it('works out long chains of operators', () => {
  expect(typeText(Array.from({ length: 1000 }, () => 'b').join(' OR '))).toBe('BOOL');
  expect(typeText(Array.from({ length: 1000 }, () => '1').join(' + '))).toBe('INT64');
  expect(typeText(`i IN (${Array.from({ length: 50_000 }, (_, index) => index).join(', ')})`)).toBe('BOOL');
});
