import { bareParameter, type ParameterValue, type ScalarTypeName } from '../parameters/parameter.js';
import { redact } from './redact.js';

const bound = (name: string, type: ScalarTypeName, value: ParameterValue, logged = false) => ({
  declaration: { ...bareParameter(name, type), logged },
  value,
});

describe('redact', () => {
  it.each([
    ['text', bound('a', 'string', 'my secret'), 'cannot read "my secret"', 'cannot read "@a"'],
    ['text with signs', bound('a', 'string', '(a.b*'), 'missing ): (a.b*', 'missing ): @a'],
    ['text in quotes', bound('a', 'string', "it's"), "near 'it''s'", "near '@a'"],
    ['text with a line break', bound('a', 'string', 'a\nb'), 'Could not convert "a\\nb"', 'Could not convert "@a"'],
    ['a dollar sign', bound('a', 'string', '$&'), 'no $& here', 'no @a here'],
    ['a number', bound('a', 'integer', 9000n), 'Overflow: 9000 * 9000', 'Overflow: @a * @a'],
    ['a number that is a part of others', bound('a', 'integer', 1n), '1 of 11 at 1.5 or x1', '@a of 11 at 1.5 or x1'],
    ['a whole FLOAT64', bound('a', 'number', 3), 'out of range: 3.0', 'out of range: @a'],
    ['an instant', bound('a', 'timestamp', 1_700_000_000_000_000n), 'at 2023-11-14 22:13:20+00', 'at @a+00'],
    ['each of several', { ...bound('a', 'string', ['x1', 'y2']) }, 'x1 or y2', '@a or @a'],
  ])('hides %s', (_, value, text, expected) => {
    expect(redact(text, [value])).toBe(expected);
  });

  it('hides the longer of two values first, and leaves what has none', () => {
    const values = [bound('a', 'string', 'one'), bound('b', 'string', 'one two'), bound('c', 'string', null)];
    expect(redact('one two, one', [...values, bound('d', 'boolean', true), bound('e', 'string', '')])).toBe('@b, @a');
    expect(redact('true is true', [bound('d', 'boolean', true)])).toBe('true is true');
  });

  it('leaves values that may be logged', () => {
    expect(redact('of demo', [bound('a', 'string', 'demo', true)])).toBe('of demo');
  });
});
