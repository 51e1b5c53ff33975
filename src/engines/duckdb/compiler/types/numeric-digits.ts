import { NUMERIC } from '../../../../googlesql/types/types.js';
import { SQL, type Sql, textSql, typeSql } from '../sql-tree/sql.js';

const NUMBER = /^\s*([+-]?)(\d*)\.?(\d*)(?:e([+-]?\d{1,3}))?\s*$/i;
const BILLION = 10n ** 9n;
const MAX_UNITS = 10n ** 38n - 1n;

interface Digits {
  /** DuckDB SQL of the number; undefined if it is beyond NUMERIC. */
  readonly sql: Sql | undefined;
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
  const written = `${sign}${units / BILLION}.${String(units % BILLION).padStart(9, '0')}`;
  return {
    sql: units > MAX_UNITS ? undefined : SQL`CAST(${textSql(written)} AS ${typeSql(NUMERIC)})`,
    isRounded: scale < 0 && digits % factor > 0n,
  };
}

/** A FLOAT64 literal as the NUMERIC that it stands for. GoogleSQL does not go on to FLOAT64 if it stands for none. */
export function numericOfDigits(text: string): Sql {
  const failure = SQL`CAST(error(${textSql(`${text} is beyond NUMERIC`)}) AS ${typeSql(NUMERIC)})`;
  return readDigits(text)?.sql ?? failure;
}
