import { type ExpressionNode } from '../ast/nodes.js';
import { itemOf, refusalOf } from '../../../test/support/parsed.js';

const expression = (sql: string): ExpressionNode => itemOf(sql).value;

const at = (column: number, text: string) => ({ line: 1, column, text });
const name = (column: number, text: string) => ({ type: 'Name', ...at(column, text), name: text });

describe('expressions', () => {
  it('have their parts with places', () => {
    expect(expression('t.a NOT LIKE @p')).toEqual({
      type: 'Binary',
      ...at(8, 'LIKE'),
      operator: 'LIKE',
      isNegated: true,
      left: { type: 'Field', ...at(8, '.'), operand: name(8, 't'), field: name(10, 'a') },
      right: { type: 'Parameter', ...at(21, '@p') },
    });
  });

  it('calls have all that stands in their brackets and behind them', () => {
    expect(expression('Array_Agg(DISTINCT x IGNORE NULLS ORDER BY z LIMIT 3) OVER w')).toEqual({
      type: 'Call',
      ...at(8, '('),
      name: 'ARRAY_AGG',
      isSafe: false,
      args: [name(27, 'x')],
      distinct: at(18, 'DISTINCT'),
      nulls: { ...at(29, 'IGNORE'), areIgnored: true },
      having: undefined,
      orderBy: { ...at(42, 'ORDER'), items: [{ key: name(51, 'z'), direction: undefined, nulls: undefined }] },
      limit: { ...at(53, 'LIMIT'), count: { type: 'Integer', ...at(59, '3'), value: 3n } },
      over: name(67, 'w'),
    });
    expect(expression('ANY_VALUE(x HAVING MIN y)')).toMatchObject({
      having: { ...at(20, 'HAVING'), extreme: 'min', key: name(31, 'y') },
    });
    expect(expression('SAFE.f(a => 1)')).toMatchObject({
      name: 'F',
      isSafe: true,
      args: [{ type: 'NamedArgument', name: 'a', value: { type: 'Integer' } }],
    });
  });

  it('take the least INT64, and no other number beyond it', () => {
    expect(expression('-9223372036854775808')).toMatchObject({ operand: { type: 'Integer', value: 2n ** 63n } });
    expect(() => expression('9223372036854775808')).toThrow('beyond INT64');
  });

  it.each([
    ['CASE x WHEN 1 THEN a ELSE b END', { type: 'Case', subject: { name: 'x' }, otherwise: { name: 'b' } }],
    ['CAST(a AS INT64)', { args: [{ type: 'CastOperand', value: { name: 'a' }, target: { kind: 'INT64' } }] }],
    ['EXTRACT(DAY FROM a)', { args: [{ type: 'ExtractOperand', part: { text: 'DAY' }, value: { name: 'a' } }] }],
    ['STRUCT(1 AS x, a)', { isTuple: false, fields: [{ alias: 'x' }, { alias: undefined, value: { name: 'a' } }] }],
    ['(1, 2)', { type: 'Struct', isTuple: true }],
    ['a[SAFE_ORDINAL(1)]', { type: 'Element', kind: 'SAFE_ORDINAL', position: { value: 1n } }],
    ['a NOT IN UNNEST(b)', { type: 'In', isNegated: true, among: { type: 'Unnest', array: { name: 'b' } } }],
    ['a LIKE ALL (b)', { type: 'QuantifiedLike', isOfAll: true, patterns: { type: 'List' } }],
    ['a IN (SELECT 1)', { among: { type: 'Query' } }],
    ['INTERVAL a DAY', { type: 'Interval', amount: { name: 'a' }, part: { text: 'DAY' } }],
  ])('%s', (sql, expected) => {
    expect(expression(sql)).toMatchObject(expected);
  });

  it.each([
    ['(1 AS a, 2)', '1:11 syntax error: unexpected "AS", ")" is missing'],
    ['CURRENT_DATE + FROM', '1:23'],
    ['a.b.f(1)', '1:8 function a.b.f'],
    ['a IN ()', '1:13 IN needs at least one value in its brackets'],
    ['CASE WHEN', '1:8'],
    ['a[OFFSET(1, 2)]', '1:10 one position is expected'],
    ['STRUCT<INT64>(1 AS x)', '1:22 the type names the fields of this STRUCT; leave AS out'],
  ])('%s is refused', (sql, expected) => {
    expect(refusalOf(`SELECT ${sql}`)).toContain(expected);
  });
});
