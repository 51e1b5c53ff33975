import { canonicalKey, parseCanonicalKey } from './canonical-key.js';
import { bareParameter, type ParameterValue, type ScalarTypeName } from './parameter.js';

function bindingsOf(values: readonly (readonly [ScalarTypeName, ParameterValue])[]) {
  return values.map(([type, value], index) => ({
    declaration: { ...bareParameter(`p${index}`, type), array: Array.isArray(value) },
    value,
  }));
}

describe('a canonical key', () => {
  it.each<[ScalarTypeName, readonly ParameterValue[]]>([
    ['string', [null, '', 'a', ' a', 'null', '5', '"', '\\', '\n\u2028\u0001', '😀 한국어', '{"bigint":"5"}', '["a"]']],
    ['integer', [null, 0n, -1n, 5n, 9007199254740993n, 2n ** 63n - 1n, -(2n ** 63n)]],
    ['number', [null, 0, -1.5, 0.1, 1e21, 5e-324, Number.MAX_VALUE, 9007199254740991]],
    ['boolean', [null, true, false]],
    ['timestamp', [null, 0n, 1795168800000001n, -62135596800000000n]],
    ['date', [null, '2026-11-20', '0001-01-01']],
  ])('holds every %s, alone and in arrays', (type, values) => {
    const scalars = values.filter((value) => value !== null && typeof value !== 'object');
    const arrays: ParameterValue[] = [[], scalars, ...scalars.map((value) => [value])];
    const bindings = bindingsOf([...values, ...arrays].map((value) => [type, value] as const));
    const key = canonicalKey(bindings);
    expect(
      parseCanonicalKey(
        key,
        bindings.map(({ declaration }) => declaration),
      ),
    ).toEqual(bindings);
    const keys = bindings.map((each) => canonicalKey([each]));
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('of no parameters has none', () => {
    expect(parseCanonicalKey(canonicalKey([]), [])).toEqual([]);
  });
});
