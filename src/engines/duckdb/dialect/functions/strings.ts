import { type Rule, signatures, type Signature } from '../rule.js';
import { arrayOf, BOOL, BYTES, INT64, type SqlType, STRING } from '../types.js';

const text = (args: readonly SqlType[], returns: SqlType, sql: Signature['sql']): Signature => ({ args, returns, sql });

/** Functions that need nothing but their DuckDB name. */
const plain = (name: string, args: readonly SqlType[], returns: SqlType): Signature => ({
  args,
  returns,
  sql: (...sql) => `${name}(${sql.join(', ')})`,
});

export const STRING_FUNCTIONS: ReadonlyMap<string, Rule> = new Map([
  ['UPPER', signatures(plain('bq_upper', [STRING], STRING))],
  ['LOWER', signatures(plain('bq_lower', [STRING], STRING))],
  ['LENGTH', signatures(plain('length', [STRING], INT64), plain('octet_length', [BYTES], INT64))],
  ['CHAR_LENGTH', signatures(plain('length', [STRING], INT64))],
  ['BYTE_LENGTH', signatures(plain('strlen', [STRING], INT64), plain('octet_length', [BYTES], INT64))],
  ['REVERSE', signatures(plain('bq_reverse', [STRING], STRING))],
  ['STARTS_WITH', signatures(plain('starts_with', [STRING, STRING], BOOL))],
  ['ENDS_WITH', signatures(plain('ends_with', [STRING, STRING], BOOL))],
  ['STRPOS', signatures(plain('strpos', [STRING, STRING], INT64))],
  [
    'CONCAT',
    signatures({
      args: [STRING],
      rest: STRING,
      returns: STRING,
      sql: (...sql) => `CAST(${sql.join(' || ')} AS VARCHAR)`,
    }),
  ],
  ['REPLACE', signatures(text([STRING, STRING, STRING], STRING, (s, from, to) => `bq_replace(${s}, ${from}, ${to})`))],
  [
    'SUBSTR',
    signatures(
      text([STRING, INT64], STRING, (s, position) => `bq_substr_from(${s}, ${position})`),
      text([STRING, INT64, INT64], STRING, (s, position, length) => `bq_substr(${s}, ${position}, ${length})`),
    ),
  ],
  [
    'TRIM',
    signatures(
      text([STRING], STRING, (s) => `bq_trim(${s})`),
      plain('trim', [STRING, STRING], STRING),
    ),
  ],
  ['LTRIM', signatures(plain('ltrim', [STRING, STRING], STRING))],
  ['RTRIM', signatures(plain('rtrim', [STRING, STRING], STRING))],
  [
    'SPLIT',
    signatures(
      text([STRING], arrayOf(STRING), (s) => `string_split(${s}, ',')`),
      text([STRING, STRING], arrayOf(STRING), (s, delimiter) => `bq_split(${s}, ${delimiter})`),
    ),
  ],
  // Both engines match with RE2, anywhere in the text.
  ['REGEXP_CONTAINS', signatures(plain('regexp_matches', [STRING, STRING], BOOL))],
]);
