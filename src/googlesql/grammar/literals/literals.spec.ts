import { itemOf } from '../../../../test/support/parsed.js';
import { UnparsedQuery } from '../refusals/refusals.js';

const literal = (sql: string) => itemOf(sql).value;

describe('literals', () => {
  it.each([
    ['9223372036854775807', { type: 'Integer', value: 9223372036854775807n }],
    ['0xFf', { type: 'Integer', value: 255n }],
    ['.50e-1', { type: 'Float', value: 0.05 }],
    [`'''a'"\\n'''`, { type: 'String', value: `a'"\n` }],
    [`r"a\\n"`, { type: 'String', value: 'a\\n' }],
    [`b'é\\xff'`, { type: 'Bytes', value: Buffer.from([0xc3, 0xa9, 0xff]) }],
    [`rb'\\x'`, { type: 'Bytes', value: Buffer.from('\\x') }],
  ])('%s has a place and a value', (sql, expected) => {
    expect(literal(sql)).toEqual({ line: 1, column: 8, text: sql, ...expected });
  });

  it.each([
    ['9223372036854775808', 'integer 9223372036854775808 is beyond INT64'],
    ['1e999', 'number 1e999 is beyond FLOAT64'],
    [`'\\q'`, 'unknown escape "\\q"; write "\\\\" for a backslash'],
    [`b'\\u0041'`, 'escape \\u0041 is not allowed in this literal'],
  ])('%s is refused', (sql, message) => {
    const refused = expect(() => literal(sql));
    refused.toThrow(UnparsedQuery);
    refused.toThrow(message);
  });
});
