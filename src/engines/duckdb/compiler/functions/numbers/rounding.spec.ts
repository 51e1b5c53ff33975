import { ndjson, schemaOf, useDuckDb } from '../../../../../../test/support/duckdb.js';

const DIGITS = [1, 2, 3, 4];

/** A finite double as what it is exactly: a whole number by a power of two. */
function exactly(x: number): { readonly mantissa: bigint; readonly exponent: number } {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, Math.abs(x));
  const exponent = Number(bits.getBigUint64(0) >> 52n);
  const fraction = bits.getBigUint64(0) & (2n ** 52n - 1n);
  return exponent === 0
    ? { mantissa: fraction, exponent: -1074 }
    : { mantissa: fraction + 2n ** 52n, exponent: exponent - 1075 };
}

/** The value itself rounded half away from zero, not the product that a double has of it. */
function rounded(x: number, digits: number): number {
  const { mantissa, exponent } = exactly(x);
  const product = mantissa * 10n ** BigInt(digits);
  if (exponent >= 0 || product >> BigInt(-exponent) >= 2n ** 53n) return x;
  const unit = 2n ** BigInt(-exponent);
  const whole = (2n * product + unit) / (2n * unit);
  return (Math.sign(x) * Number(whole)) / 10 ** digits;
}

function next(x: number, steps: number): number {
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, x);
  bits.setBigInt64(0, bits.getBigInt64(0) + BigInt(steps));
  return bits.getFloat64(0);
}

/** The middles between two results, as near as doubles come to them, their neighbours, and what is large or small. */
const VALUES: readonly number[] = [
  ...DIGITS.flatMap((digits) =>
    [0, 1, 2, 7, 12, 99, 100, 1004, 2674, 65_535, 999_999, 8_388_607.5, 2 ** 31, 2 ** 40 + 3, 2 ** 51 + 1].flatMap(
      (whole) => [-1, 0, 1].map((steps) => next((Math.floor(whole) + 0.5) / 10 ** digits, steps)),
    ),
  ),
  ...[2 ** 52 + 0.5, 2 ** 53, 2 ** 53 / 10, 1e15 / 7, 1e17, 1e300, Number.MAX_VALUE, Number.MIN_VALUE, 1e-5, 0],
].flatMap((x) => [x, -x]);

describe('ROUND of a FLOAT64', () => {
  const database = useDuckDb({
    't.ndjson': ndjson(...VALUES.map((x, n) => ({ n, x }))),
    't.schema.json': schemaOf('n INT64, x FLOAT64'),
  });

  it.each(DIGITS)('to %d digits rounds what the value is exactly', async (digits) => {
    const rows = await database.rows(`SELECT ROUND(x, ${digits}) FROM t ORDER BY n`);
    const wrong = VALUES.filter((x, index) => rounded(x, digits) + 0 !== Number(rows[index]?.[0]) + 0);
    expect([wrong, rows.length > 300]).toEqual([[], true]);
  });
});
