import { hasSignature, readCallingUrl, readSignedUrl, withoutSignature, withSignature } from './signed-url.js';

const PATH = '/api/endpoints/query/notes';
const PARTS = { keyId: 'sheet', expires: 1_795_255_200, signature: 'abc' };
const SIGNED = 'quern-key=sheet&quern-expires=1795255200&quern-signature=abc';

describe('a signed URL', () => {
  it.each([
    [PATH, `${PATH}?${SIGNED}`],
    [`${PATH}?`, `${PATH}?${SIGNED}`],
    [`${PATH}/rows.csv?project=a%20b&tag=c+d`, `${PATH}/rows.csv?project=a%20b&tag=c+d&${SIGNED}`],
    [`${PATH}?quern-signature=old&a=1&quern-key=x&quern%2Dexpires=2`, `${PATH}?a=1&${SIGNED}`],
  ])('is made of %s', (path, signed) => {
    expect(withSignature(path, PARTS)).toBe(signed);
    expect(readSignedUrl(signed)).toEqual({ ...readCallingUrl(path), ...PARTS });
    expect(withoutSignature(signed)).toBe(withoutSignature(path));
    expect([hasSignature(signed), hasSignature(withoutSignature(signed))]).toEqual([true, false]);
  });

  it.each(['?a=%2B&a=b%20c&&A=1', '?%61=1', '?x', '?=', '?a=1#there'])(
    'keeps all else as it is written: %s',
    (query) => {
      const [before, after] = [withSignature(`${PATH}${query}`, PARTS), query.replace('&&', '&')];
      expect(withoutSignature(before)).toBe(`${PATH}${after}`);
    },
  );

  it.each([
    '/api/endpoints/notes',
    '/api/endpoints/query/',
    '/api/endpoints/query/notes/',
    '/api/endpoints/query/notes/?a=1',
    '/api/endpoints/query//notes',
    '//api/endpoints/query/notes',
    '/API/endpoints/query/notes',
    '/api/endpoints/query/n%6ftes',
    '/api/endpoints/query/notes%2Frows.csv',
    '/api/endpoints/query/notes/rows.CSV',
    '/api/endpoints/query/notes/rows.csv/',
    '/api/endpoints/query/notes/rows.',
    '/api/endpoints/query/notes/explain',
    '/api/endpoints/query/nötes',
    '/api/endpoints/query/notes;a=1',
    '/api/endpoints/query/notes#there',
    '/x/api/endpoints/query/notes',
    'http://quern/api/endpoints/query/notes',
  ])('is none with another path: %s', (path) => {
    expect(readCallingUrl(path)).toBeUndefined();
    expect(readSignedUrl(`${path}${path.includes('?') ? '&' : '?'}${SIGNED}`)).toBeUndefined();
  });

  it.each([
    'quern-key=sheet&quern-expires=1795255200',
    'quern-key=sheet&quern-signature=abc',
    'quern-expires=1795255200&quern-signature=abc',
    `${SIGNED}&quern-signature=abc`,
    `${SIGNED}&quern-signature`,
    `${SIGNED}&quern%2Dkey=sheet`,
    `${SIGNED}&quern-expires=1795255200`,
    ...[
      '',
      '0',
      '01795255200',
      '+1795255200',
      '1795255200.0',
      '1.795e9',
      '0x6b01',
      '17952552000',
      '179525520',
      '-1',
      'NaN',
    ].map((expires) => `quern-key=sheet&quern-expires=${encodeURIComponent(expires)}&quern-signature=abc`),
  ])('is none with %s', (query) => {
    expect(readSignedUrl(`${PATH}?${query}`)).toBeUndefined();
  });
});
