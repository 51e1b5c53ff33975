import {
  type ParameterDeclaration,
  type ScalarTypeName,
  type ScalarValue,
  bareParameter,
  patternOf,
} from './parameter.js';
import { parseValue } from './parse-value.js';

function declare(type: ScalarTypeName, limits: Partial<ParameterDeclaration> = {}): ParameterDeclaration {
  return { ...bareParameter('p', type), ...limits };
}

const micros = (iso: string): bigint => BigInt(Date.parse(iso)) * 1000n;

describe('parseValue', () => {
  it.each<[ScalarTypeName, string, ScalarValue]>([
    ['string', ' as it came ', ' as it came '],
    ['string', '', ''],
    ['integer', '42', 42n],
    ['integer', '+007', 7n],
    ['integer', '-9223372036854775808', -(2n ** 63n)],
    ['integer', '9223372036854775807', 2n ** 63n - 1n],
    ['number', '1.5', 1.5],
    ['number', '-2E+3', -2000],
    ['number', '1e-400', 0],
    ['boolean', 'TRUE', true],
    ['boolean', 'false', false],
    ['date', '2024-02-29', '2024-02-29'],
    ['date', '0001-01-01', '0001-01-01'],
    ['timestamp', '1970-01-01', 0n],
    ['timestamp', '2026-11-20T10:00', micros('2026-11-20T10:00:00Z')],
    ['timestamp', '2026-11-20 10:00:00', micros('2026-11-20T10:00:00Z')],
    ['timestamp', '2026-11-20t10:00:00z', micros('2026-11-20T10:00:00Z')],
    ['timestamp', '2026-11-20T10:00:00+05:45', micros('2026-11-20T04:15:00Z')],
    ['timestamp', '2026-11-20T10:00:00-00:30', micros('2026-11-20T10:30:00Z')],
    ['timestamp', '2026-11-20T10:00:00+0545', micros('2026-11-20T04:15:00Z')],
    ['timestamp', '2026-11-20T10:00-03', micros('2026-11-20T13:00:00Z')],
    ['timestamp', '2026-11-20T10:00:00.000001Z', micros('2026-11-20T10:00:00Z') + 1n],
    ['timestamp', '1969-12-31T23:59:59.999999Z', -1n],
    ['timestamp', '1969-12-31T23:59:59.5Z', -500_000n],
    ['timestamp', '0001-01-01T00:00:00Z', -62_135_596_800_000_000n],
    ['timestamp', '9999-12-31T23:59:59.999999Z', 253_402_300_799_999_999n],
  ])('reads the %s %j', (type, text, value) => {
    expect(parseValue(declare(type), text)).toEqual({ value });
  });

  it('makes 0 of -0', () => {
    expect(parseValue(declare('number'), '-0.0')).toEqual({ value: 0 });
  });

  it.each<[ScalarTypeName, string, string]>([
    ['string', 'a\0b', 'NUL'],
    ['string', 'a\ud800', 'well-formed Unicode'],
    ['integer', '9223372036854775808', 'whole number'],
    ['integer', '-9223372036854775809', 'whole number'],
    ['integer', '1e3', 'whole number'],
    ['integer', '1.0', 'whole number'],
    ['integer', '0x10', 'whole number'],
    ['integer', ' 1', 'whole number'],
    ['integer', '١', 'whole number'],
    ['integer', '1'.repeat(10_000), 'whole number'],
    ['number', 'NaN', 'decimal number'],
    ['number', '1e309', 'decimal number'],
    ['number', '0x10', 'decimal number'],
    ['number', '.5', 'decimal number'],
    ['number', '5.', 'decimal number'],
    ['boolean', 'yes', 'true or false'],
    ['boolean', '1', 'true or false'],
    ['date', '2023-02-29', 'day of the calendar'],
    ['date', '2023-00-10', 'day of the calendar'],
    ['date', '0000-01-01', 'day of the calendar'],
    ['date', '2023-1-1', 'a date such as'],
    ['date', '2023-01-01T00:00:00Z', 'a date such as'],
    ['timestamp', '2023-02-29T00:00:00Z', 'day of the calendar'],
    ['timestamp', '2023-01-01T24:00:00Z', 'time of day'],
    ['timestamp', '2023-01-01T00:60:00Z', 'time of day'],
    ['timestamp', '2016-12-31T23:59:60Z', 'leap second'],
    ['timestamp', '2023-01-01T00:00:00.1234567Z', 'at most six digits'],
    ['timestamp', '2023-01-01T00:00:00+14:01', 'offset'],
    ['timestamp', '2023-01-01T00:00:00+01:60', 'offset'],
    ['timestamp', '2023-01-01T00:00:00 01:00', '%2B'],
    ['timestamp', '2023-01-01T00:00:00 0100', '%2B'],
    ['timestamp', '2023-01-01T00:00:00+1401', 'offset'],
    ['timestamp', '2023-01-01Z', 'ISO 8601'],
    ['timestamp', '1700000000', 'ISO 8601'],
    ['timestamp', '0001-01-01T00:00:00+01:00', '0001 to 9999 in UTC'],
    ['timestamp', '9999-12-31T23:59:59-01:00', '0001 to 9999 in UTC'],
  ])('refuses the %s %j', (type, text, problem) => {
    expect(parseValue(declare(type), text)).toEqual({ problem: expect.stringContaining(problem) as string });
  });

  it('checks the limits and says them', () => {
    const problem = (type: ScalarTypeName, limits: Partial<ParameterDeclaration>, text: string) =>
      parseValue(declare(type, limits), text);
    expect(problem('integer', { min: 1n }, '0')).toEqual({ problem: 'must be at least 1' });
    expect(problem('number', { max: 0.5 }, '0.6')).toEqual({ problem: 'must be at most 0.5' });
    expect(problem('date', { min: '2024-01-01' }, '2023-12-31')).toEqual({ problem: 'must be at least 2024-01-01' });
    expect(problem('timestamp', { max: -1n }, '1970-01-01')).toEqual({
      problem: 'must be at most 1969-12-31T23:59:59.999999Z',
    });
    expect(problem('string', { maxLength: 2 }, '😀😀')).toEqual({ value: '😀😀' });
    expect(problem('string', { maxLength: 2 }, 'abc')).toEqual({ problem: 'must have at most 2 characters, not 3' });
    expect(problem('string', { pattern: patternOf('a|b') }, 'ab')).toEqual({ problem: 'must match a|b, not "ab"' });
    expect(problem('string', { enum: ['a', 'b'] }, 'A')).toEqual({ problem: 'must be one of "a", "b", not "A"' });
  });

  it.each<[ScalarTypeName, string, Partial<ParameterDeclaration>, string]>([
    ['integer', 'abc', {}, 'must be a whole number, not "abc"'],
    ['integer', 'abc', { min: 1n }, 'must be a whole number of at least 1, not "abc"'],
    ['integer', '1.5', { max: 9n }, 'must be a whole number of at most 9, not "1.5"'],
    ['integer', '', { min: 1n, max: 9n }, 'must be a whole number from 1 to 9, not ""'],
    [
      'integer',
      '9223372036854775808',
      {},
      'must be a whole number of at most 9223372036854775807, not "9223372036854775808"',
    ],
    [
      'integer',
      '-9223372036854775809',
      {},
      'must be a whole number of at least -9223372036854775808, not "-9223372036854775809"',
    ],
    [
      'integer',
      '9223372036854775808',
      { min: 1n, max: 9n },
      'must be a whole number of at most 9, not "9223372036854775808"',
    ],
    [
      'integer',
      '-9223372036854775809',
      { min: 1n },
      'must be a whole number of at least 1, not "-9223372036854775809"',
    ],
    ['integer', `-${'1'.repeat(60)}`, { min: 1n }, `must be a whole number of at least 1, not "-${'1'.repeat(60)}"`],
    ['number', 'abc', {}, 'must be a decimal number such as -1.5 or 6.02e23, not "abc"'],
    ['number', 'abc', { min: 0, max: 0.5 }, 'must be a decimal number from 0 to 0.5, not "abc"'],
    ['number', '1e309', {}, 'must be a decimal number of at most 1.7e308, not "1e309"'],
    ['number', '-1e309', { max: 1 }, 'must be a decimal number of at least -1.7e308, not "-1e309"'],
    ['number', '1e309', { min: 0, max: 1 }, 'must be a decimal number of at most 1, not "1e309"'],
  ])(
    'names the bounds of the declaration, and those of the type where they are the reason: %s %j %j',
    (type, text, limits, problem) => {
      expect(parseValue(declare(type, limits), text)).toEqual({ problem });
    },
  );

  it('reads as many digits as are worth it, and knows the sign of more', () => {
    expect(parseValue(declare('integer'), `-${'0'.repeat(63)}7`)).toEqual({ value: -7n });
    expect(parseValue(declare('integer'), `-${'1'.repeat(10_000)}`)).toEqual({
      problem: expect.stringContaining('of at least -9223372036854775808') as string,
    });
  });

  it('compares members of an enum by value', () => {
    expect(parseValue(declare('integer', { enum: [1n, 2n] }), '+01')).toEqual({ value: 1n });
    expect(parseValue(declare('timestamp', { enum: [0n] }), '1970-01-01T01:00+01:00')).toEqual({ value: 0n });
  });

  it('falls back to the default outside the enum where the file says so', () => {
    const interval = declare('integer', { enum: [1n, 2n], default: 1n, otherwiseDefault: true });
    expect(parseValue(interval, '2')).toEqual({ value: 2n });
    expect(parseValue(interval, '3')).toEqual({ value: 1n });
    expect(parseValue(interval, 'no number')).toEqual({ value: 1n });
  });

  it('repeats at most 64 characters of the input, all of them printable', () => {
    const parsed = parseValue(declare('integer'), `\u202e\n${'x'.repeat(1_000_000)}`);
    const echoed = 'problem' in parsed ? /"(.*)"$/.exec(parsed.problem)?.[1] : undefined;
    expect(echoed).toBe(`\ufffd\ufffd${'x'.repeat(61)}…`);
  });
});

describe('a pattern', () => {
  it.each(['a)|(b', '(', '\\u{110000}', '[z-a]'])('refuses %s', (source) => {
    expect(() => patternOf(source)).toThrow(SyntaxError);
  });
});
