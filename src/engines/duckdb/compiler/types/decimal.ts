import { NUMERIC } from '../../../../googlesql/types/types.js';
import { readDigits } from '../../../../googlesql/types/numeric-digits.js';
import { SQL, type Sql, textSql, typeSql } from '../sql-tree/sql.js';

/** A decimal number with nine digits after the point. */
export function decimalSql(decimal: string): Sql {
  return SQL`CAST(${textSql(decimal)} AS ${typeSql(NUMERIC)})`;
}

/** A FLOAT64 literal as the NUMERIC that it stands for. GoogleSQL does not go on to FLOAT64 if it stands for none. */
export function numericOfDigits(text: string): Sql {
  const decimal = readDigits(text)?.decimal;
  if (decimal !== undefined) return decimalSql(decimal);
  return SQL`CAST(error(${textSql(`${text} is beyond NUMERIC`)}) AS ${typeSql(NUMERIC)})`;
}
