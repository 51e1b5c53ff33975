import { itemOf, refusalOf } from '../../../test/support/parsed.js';
import { type TypeNode, typeOf } from '../ast/type-node.js';
import { typeName } from '../types/types.js';

/** The type in a CAST, or of an array or a STRUCT. */
function typeIn(sql: string): TypeNode | undefined {
  const { value } = itemOf(sql);
  if (value.type === 'Array' || value.type === 'Struct') return value.declared;
  const operand = value.type === 'Call' ? value.args[0] : undefined;
  if (operand?.type !== 'CastOperand') throw new Error(`${sql} has no type`);
  return operand.target;
}

describe('types as they are written', () => {
  it('have their places, their names and what is in their brackets', () => {
    expect(typeIn('CAST(x AS STRUCT<a ARRAY<decimal(10, 2)>, INT64, b STRING(5)>)')).toEqual({
      type: 'StructType',
      line: 1,
      column: 18,
      fields: [
        {
          name: 'a',
          fieldType: {
            type: 'ArrayType',
            line: 1,
            column: 27,
            element: {
              type: 'ScalarType',
              line: 1,
              column: 33,
              name: 'decimal',
              kind: 'NUMERIC',
              numbers: { line: 1, column: 40, values: [10n, 2n] },
            },
          },
        },
        {
          name: '',
          fieldType: { type: 'ScalarType', line: 1, column: 50, name: 'INT64', kind: 'INT64', numbers: undefined },
        },
        {
          name: 'b',
          fieldType: {
            type: 'ScalarType',
            line: 1,
            column: 59,
            name: 'STRING',
            kind: 'STRING',
            numbers: { line: 1, column: 65, values: [5n] },
          },
        },
      ],
    });
  });

  it.each([
    ['ARRAY<INT64>[1]', 'ARRAY<INT64>'],
    ['ARRAY<STRUCT<`a b` BYTES, ARRAY<BOOL>>>[]', 'ARRAY<STRUCT<a b BYTES, ARRAY<BOOL>>>'],
    ['ARRAY[1]', undefined],
    ['[1]', undefined],
  ])('of an array: %s', (sql, expected) => {
    const node = typeIn(sql);
    expect(node && typeName(typeOf(node))).toBe(expected);
  });

  it.each([
    ['STRUCT<x INT64, STRING>(1, "a")', 'STRUCT<x INT64, STRING>'],
    ['STRUCT(1 AS x)', undefined],
    ['(1, 2)', undefined],
  ])('of a STRUCT: %s', (sql, expected) => {
    const node = typeIn(sql);
    expect(node && typeName(typeOf(node))).toBe(expected);
  });

  it.each([
    ['CAST(x AS VARCHAR(3))', '1:18 there is no type VARCHAR; write STRING'],
    ['CAST(x AS GEOGRAPHY)', '1:18 type "GEOGRAPHY" is unknown'],
    ['CAST(x AS ARRAY<ARRAY<INT64>>)', '1:18 an ARRAY of ARRAYs is not possible; put a STRUCT in between'],
    ['CAST(x AS STRUCT<`a\\q` INT64>)', '1:25 unknown escape "\\q"; write "\\\\" for a backslash'],
    ['CAST(x AS STRING(MAX))', '1:25 a length or a number of digits is a whole number written out'],
  ])('are refused at their place: %s', (sql, expected) => {
    expect(refusalOf(`SELECT ${sql}`)).toBe(expected);
  });

  it('have lengths in CAST alone', () => {
    expect(refusalOf("SELECT ARRAY<STRING(3)>['a']")).toBe('1:20 "(" here is unknown');
  });
});
