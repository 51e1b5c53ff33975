import { type FunctionRule, signatures, type Signature } from '../../rule.js';
import { BYTES, type SqlType, STRING } from '../../../../../googlesql/types/types.js';
import { NOTHING, SQL, type Sql, wordSql } from '../../sql-tree/sql.js';

const one = (from: SqlType, returns: SqlType, sql: (value: Sql) => Sql): Signature => ({
  args: [from],
  returns,
  sql: (value = NOTHING) => sql(value),
});

/** BYTES as text and back, and hashes, which GoogleSQL gives as BYTES and DuckDB as hexadecimal text. */
export const ENCODING_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map([
  ['TO_BASE32', signatures(one(BYTES, STRING, (bytes) => SQL`bq_to_base32(${bytes})`))],
  ['FROM_BASE32', signatures(one(STRING, BYTES, (text) => SQL`bq_from_base32(${text})`))],
  ['TO_BASE64', signatures(one(BYTES, STRING, (bytes) => SQL`to_base64(${bytes})`))],
  ['FROM_BASE64', signatures(one(STRING, BYTES, (text) => SQL`bq_from_base64(${text})`))],
  ['TO_HEX', signatures(one(BYTES, STRING, (bytes) => SQL`lower(hex(${bytes}))`))],
  ['FROM_HEX', signatures(one(STRING, BYTES, (text) => SQL`bq_from_hex(${text})`))],
  ['MD5', hash('md5')],
  ['SHA1', hash('sha1')],
  ['SHA256', hash('sha256')],
]);

function hash(name: string): FunctionRule {
  return signatures(
    ...[STRING, BYTES].map((type) => one(type, BYTES, (value) => SQL`unhex(${wordSql(name)}(${value}))`)),
  );
}
