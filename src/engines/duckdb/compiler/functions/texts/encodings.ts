import { type Lowering, type Rule } from '../../rule.js';
import { SQL, wordSql } from '../../sql-tree/sql.js';

/** BYTES as text and back, and hashes, which GoogleSQL gives as BYTES and DuckDB as hexadecimal text. */
export const ENCODING_FUNCTIONS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['TO_BASE32', ['bq_to_base32']],
  ['FROM_BASE32', ['bq_from_base32']],
  ['TO_BASE64', ['to_base64']],
  ['FROM_BASE64', ['bq_from_base64']],
  ['TO_HEX', [(bytes) => SQL`lower(hex(${bytes}))`]],
  ['FROM_HEX', ['bq_from_hex']],
  ['MD5', hash('md5')],
  ['SHA1', hash('sha1')],
  ['SHA256', hash('sha256')],
]);

/** A hash of STRING and of BYTES. */
function hash(name: string): readonly Lowering[] {
  const sql: Lowering = (value) => SQL`unhex(${wordSql(name)}(${value}))`;
  return [sql, sql];
}
