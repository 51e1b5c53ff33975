import { arrayOf, BYTES, FLOAT64, INT64, NULL, NUMERIC, OPEN_TYPE, type SqlType, STRING } from '../types/types.js';
import { formFor, misfitOf, overloadFor, overloadsOf } from './overload.js';

describe('signatures', () => {
  it.each<[string, ...(readonly [args: readonly SqlType[], returns: SqlType])[]]>([
    ['-> FLOAT64', [[], FLOAT64]],
    ['ARRAY<INT64> -> STRING', [[arrayOf(INT64)], STRING]],
    ['STRING [, STRING] -> ARRAY<STRING>', [[STRING], arrayOf(STRING)], [[STRING, STRING], arrayOf(STRING)]],
    [
      'BYTES [, INT64 [, INT64]] -> BYTES | STRING -> BYTES',
      [[BYTES], BYTES],
      [[BYTES, INT64], BYTES],
      [[BYTES, INT64, INT64], BYTES],
      [[STRING], BYTES],
    ],
  ])('%s', (signature, ...forms) => {
    expect(overloadsOf(signature)).toEqual(forms.map(([args, returns]) => ({ args, returns })));
  });

  it('have no types that there are not', () => {
    expect(() => overloadsOf('TEXT -> STRING')).toThrow('no type in a signature: TEXT');
  });

  it.each([
    ['FLOAT64 -> FLOAT64', NUMERIC, FLOAT64],
    ['FLOAT64 -> FLOAT64 | NUMERIC -> NUMERIC', NUMERIC, NUMERIC],
    ['FLOAT64 -> FLOAT64 | NUMERIC -> NUMERIC', INT64, FLOAT64],
    ['INT64 -> INT64', NUMERIC, undefined],
  ])('%s of %j returns %j', (signature, type, returns) => {
    expect(overloadFor(overloadsOf(signature), [{ type }])?.returns).toEqual(returns);
  });

  it.each<[string, readonly SqlType[], readonly SqlType[], SqlType]>([
    ['T -> T', [STRING], [STRING], STRING],
    ['T -> T', [arrayOf(STRING)], [arrayOf(STRING)], arrayOf(STRING)],
    ['T, INT64 -> ARRAY<T>', [BYTES, INT64], [BYTES, INT64], arrayOf(BYTES)],
    ['INT64, T -> T', [INT64, STRING], [INT64, STRING], STRING],
    ['ARRAY<T> -> T', [arrayOf(BYTES)], [arrayOf(BYTES)], BYTES],
    ['ARRAY<T> -> ARRAY<T>', [NULL], [arrayOf(INT64)], arrayOf(INT64)],
    ['ARRAY<T> -> T', [OPEN_TYPE], [arrayOf(OPEN_TYPE)], OPEN_TYPE],
  ])('%s of %j takes %j and returns %j', (signature, types, args, returns) => {
    const values = types.map((type) => ({ type }));
    const overload = overloadFor(overloadsOf(signature), values);
    expect(overload && formFor(overload, values)).toEqual({ args, returns });
  });

  it.each<[string, readonly SqlType[], number]>([
    ['T -> T', [STRING, STRING], -1],
    ['T, INT64 -> ARRAY<T>', [BYTES, BYTES], 1],
    ['ARRAY<T> -> T', [STRING], 0],
  ])('%s does not take %j', (signature, types, place) => {
    const values = types.map((type) => ({ type }));
    const [overload = { args: [], returns: NULL }] = overloadsOf(signature);
    expect([overloadFor([overload], values), misfitOf(overload, values)]).toEqual([undefined, place]);
  });
});
