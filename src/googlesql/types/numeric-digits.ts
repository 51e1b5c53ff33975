const NUMBER = /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?\s*$/i;
const BILLION = 10n ** 9n;
const MAX_UNITS = 10n ** 38n - 1n;

interface Digits {
  /** The number with nine digits after the point; undefined if it is beyond NUMERIC. */
  readonly decimal: string | undefined;
  /** Whether there were more than nine digits after the point. */
  readonly isRounded: boolean;
}

/** Reads a decimal number as it is written, as a NUMERIC; undefined for other text. */
export function readDigits(text: string): Digits | undefined {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole + fraction === '') return undefined;
  const scale = 9 + Number(exponent) - fraction.length;
  const factor = 10n ** BigInt(Math.abs(scale));
  const digits = BigInt(whole + fraction);
  const units = scale < 0 ? (digits + factor / 2n) / factor : digits * factor;
  const decimal = `${sign}${units / BILLION}.${String(units % BILLION).padStart(9, '0')}`;
  return { decimal: units > MAX_UNITS ? undefined : decimal, isRounded: scale < 0 && digits % factor > 0n };
}
