import { type ColumnScalar } from '../../../src/contract/column-type.js';
import {
  datetimeText,
  dateText,
  encodeBytes,
  encodeFloat64,
  encodeString,
  encodeTimestamp,
  INT64_ENCODERS,
  NUMERIC_ENCODERS,
  timeText,
  type ValueFormats,
} from '../../../src/engines/json-values.js';
import { type Chance } from '../hostile/chance.js';
import { type MadeValue } from './random-answer.js';

export type Formats = ValueFormats;

const FIRST_DAY = -719_162;
const LAST_DAY = 2_932_896;
const MICROS_PER_DAY = 86_400_000_000n;
const FIRST_MICRO = BigInt(FIRST_DAY) * MICROS_PER_DAY;
const LAST_MICRO = BigInt(LAST_DAY + 1) * MICROS_PER_DAY - 1n;
const INSTANTS = [FIRST_MICRO, LAST_MICRO, 0n, -1n, 1n, -86_400_000_001n, 1_763_812_345_678_901n, 2n ** 53n];

const TEXTS = [
  '',
  ' ',
  'null',
  '""',
  '\\',
  'a\\"b',
  'é ö 🦆',
  '\u0000\u0001',
  '\r\n,;\t"',
  '=1+1',
  '0',
  '\u2028',
  'x\ufeff',
];

/** Values at the ends of what a type has, and those that writers and readers stumble over. Decimals are without their point. */
export const SCALAR_EDGES = {
  STRING: [...TEXTS, 'x'.repeat(300), '[{"a":1}]', '}{,:]['],
  BYTES: ['', '\u0000', '\u00ff\u00fe', 'abc'],
  INT64: [0n, -1n, 2n ** 53n, -(2n ** 53n) - 1n, 2n ** 63n - 1n, -(2n ** 63n)],
  FLOAT64: [0, -0, NaN, Infinity, -Infinity, 5e-324, 1.7976931348623157e308, 0.1, -1e21, 2 ** 53],
  NUMERIC: [0n, 1n, -1n, 10n ** 38n - 1n, -(10n ** 38n) + 1n, 1_500_000_000n, 10n ** 9n, -(10n ** 9n), 2n ** 62n],
  BIGNUMERIC: [0n, 1n, -1n, 2n ** 255n - 1n, -(2n ** 255n), 10n ** 38n, 10n ** 76n - 1n],
  BOOL: [true, false],
  DATE: [FIRST_DAY, LAST_DAY, 0, -1],
  TIME: [0n, 1n, MICROS_PER_DAY - 1n, 3_600_000_000n],
  DATETIME: INSTANTS,
  TIMESTAMP: INSTANTS,
  INTERVAL: ['P0Y', 'P-1Y2M3DT-4H5M6.789S'],
  GEOGRAPHY: ['POINT(1 2)'],
  JSON: [
    '{}',
    '[]',
    '0',
    '"text"',
    '1.2345678901234567890123',
    '{"a":[1,{"b":null}],"n":12345678901234567890}',
    '"\\u0000\\"}"',
  ],
} as const;

export type Edge = string | bigint | number | boolean;

/** A value of the type: the one that is given, or any. */
export function scalarValue(kind: ColumnScalar, edge: Edge | undefined, chance: Chance, formats: Formats): MadeValue {
  const { numbers, timestamps } = formats;
  switch (kind) {
    case 'STRING':
    case 'INTERVAL':
    case 'GEOGRAPHY': {
      const text = (edge ?? anyText(chance)) as string;
      return { json: encodeString(text), plain: text };
    }
    case 'BYTES': {
      const bytes = Buffer.from((edge ?? anyText(chance)) as string, 'latin1');
      return { json: encodeBytes(bytes), plain: bytes.toString('base64') };
    }
    case 'INT64': {
      const value = (edge ?? anyInteger(chance, 63)) as bigint;
      return { json: INT64_ENCODERS[numbers](value), plain: value };
    }
    case 'FLOAT64': {
      const value = (edge ?? (chance.below(2 ** 31) - 2 ** 30) / 2 ** chance.below(60)) as number;
      // JSON has no negative zero.
      return { json: encodeFloat64(value), plain: value === 0 ? 0 : value };
    }
    case 'NUMERIC': {
      const value = (edge ?? anyInteger(chance, 126)) as bigint;
      return { json: NUMERIC_ENCODERS[numbers](decimalText(value, 9)), plain: value };
    }
    case 'BIGNUMERIC': {
      const value = (edge ?? anyInteger(chance, 255)) as bigint;
      const text = decimalText(value, 38);
      return { json: NUMERIC_ENCODERS[numbers](text), plain: text.replace(/\.?0+$/, '') };
    }
    case 'BOOL': {
      const value = (edge ?? chance.oneIn(2)) as boolean;
      return { json: String(value), plain: value };
    }
    case 'DATE': {
      const days = (edge ?? FIRST_DAY + chance.below(LAST_DAY - FIRST_DAY)) as number;
      return { json: `"${dateText(days)}"`, plain: days };
    }
    case 'TIME': {
      const micros = (edge ?? BigInt(chance.below(Number(MICROS_PER_DAY)))) as bigint;
      return { json: `"${timeText(micros)}"`, plain: micros };
    }
    case 'DATETIME': {
      const micros = (edge ?? anyInstant(chance)) as bigint;
      return { json: `"${datetimeText(micros)}"`, plain: micros };
    }
    case 'TIMESTAMP': {
      const micros = (edge ?? anyInstant(chance)) as bigint;
      return { json: encodeTimestamp(micros, timestamps), plain: micros };
    }
    case 'JSON': {
      const text = (edge ?? JSON.stringify({ text: anyText(chance), n: chance.below(1000) })) as string;
      return { json: text, plain: text };
    }
  }
}

function anyText(chance: Chance): string {
  return chance.some(4, TEXTS).join('');
}

function anyInteger(chance: Chance, mostBits: number): bigint {
  let value = 0n;
  for (let bits = chance.below(mostBits + 1); bits > 0; bits -= 1) value = value * 2n + BigInt(chance.below(2));
  return chance.oneIn(2) ? value : -value;
}

function anyInstant(chance: Chance): bigint {
  const days = BigInt(FIRST_DAY + chance.below(LAST_DAY - FIRST_DAY));
  return days * MICROS_PER_DAY + BigInt(chance.below(Number(MICROS_PER_DAY)));
}

/** Plain decimal text with all digits behind the point. */
function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  return `${unscaled < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
