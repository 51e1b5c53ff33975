import { form, type FunctionRule, plain, signatures } from '../../rule.js';
import { BYTES, STRING } from '../../../../../googlesql/types/types.js';
import { SQL, wordSql } from '../../sql-tree/sql.js';

/** BYTES as text and back, and hashes, which GoogleSQL gives as BYTES and DuckDB as hexadecimal text. */
export const ENCODING_FUNCTIONS: ReadonlyMap<string, FunctionRule> = new Map([
  ['TO_BASE32', signatures(plain('bq_to_base32', [BYTES], STRING))],
  ['FROM_BASE32', signatures(plain('bq_from_base32', [STRING], BYTES))],
  ['TO_BASE64', signatures(plain('to_base64', [BYTES], STRING))],
  ['FROM_BASE64', signatures(plain('bq_from_base64', [STRING], BYTES))],
  ['TO_HEX', signatures(form([BYTES], STRING, (bytes) => SQL`lower(hex(${bytes}))`))],
  ['FROM_HEX', signatures(plain('bq_from_hex', [STRING], BYTES))],
  ['MD5', hash('md5')],
  ['SHA1', hash('sha1')],
  ['SHA256', hash('sha256')],
]);

function hash(name: string): FunctionRule {
  return signatures(
    ...[STRING, BYTES].map((type) => form([type], BYTES, (value) => SQL`unhex(${wordSql(name)}(${value}))`)),
  );
}
