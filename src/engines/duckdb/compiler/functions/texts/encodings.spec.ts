import { useDuckDb } from '../../../../../../test/support/duckdb.js';

describe('encodings and hashes', () => {
  const database = useDuckDb();

  it.each<[string, unknown]>([
    [
      `TO_BASE64(b'ab'), TO_BASE64(b''), FROM_BASE64('YWI='), FROM_BASE64(''), FROM_BASE64(NULL)`,
      ['YWI=', '', 'YWI=', '', null],
    ],
    [
      String.raw`TO_BASE32(b'abcde\xff'), TO_BASE32(b''), FROM_BASE32('MFRGGZDF74======'), FROM_BASE32(''), FROM_BASE32(NULL)`,
      ['MFRGGZDF74======', '', 'YWJjZGX/', '', null],
    ],
    [
      String.raw`TO_HEX(b'\x00\xff'), TO_HEX(b''), FROM_HEX('00fF'), FROM_HEX('fff'), FROM_HEX(''), FROM_HEX(NULL)`,
      ['00ff', '', 'AP8=', 'D/8=', '', null],
    ],
    [
      `TO_HEX(MD5('é')), TO_HEX(MD5(b'a')), TO_HEX(SHA1('')), MD5(NULL)`,
      [
        '66ddcd97cfdeabb2f6fb8a999b4bc76f',
        '0cc175b9c0f1b6a831c399e269772661',
        'da39a3ee5e6b4b0d3255bfef95601890afd80709',
        null,
      ],
    ],
    [`TO_HEX(SHA256('a'))`, 'ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb'],
  ])('%s', async (sql, expected) => {
    expect(await database.value(sql)).toEqual(expected);
  });

  it.each([
    // BigQuery reads the first two as well, so that they are refused rather than NULL.
    [`FROM_BASE64('YWI')`, 'padded base64'],
    [`FROM_BASE64('YW I=')`, 'padded base64'],
    [`FROM_BASE64('YWJ=')`, 'padded base64'],
    [`FROM_BASE32('ME')`, 'padded base32'],
    [`FROM_BASE32('MF======')`, 'padded base32'],
    [`FROM_HEX('0x')`, 'bad hexadecimal'],
  ])('%s fails', async (sql, message) => {
    expect(await database.failure(`SELECT ${sql}`)).toContain(message);
  });

  it.each([
    [`TO_BASE64('a')`, 'no TO_BASE64(STRING)'],
    [`SHA512('a')`, 'function SHA512 is not supported'],
    [`FARM_FINGERPRINT('a')`, 'function FARM_FINGERPRINT is not supported'],
  ])('%s is refused', async (sql, message) => {
    expect(await database.refusal(`SELECT ${sql}`)).toContain(message);
  });
});
