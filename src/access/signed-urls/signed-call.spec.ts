import { isSignature, type SignedCall, signatureOf } from './signed-call.js';

const SECRET = 'a-secret-of-256-bits-for-tests-aaaaaaaaaaaa';
const CALL: SignedCall = {
  keyId: 'sheet',
  endpointId: '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d10',
  form: 'csv',
  parameters: new Map([
    ['project', ['demo']],
    ['a"b', ['x', 'é y']],
  ]),
  expires: 1_795_255_200,
};

describe('the signature of a call', () => {
  // Signature by `openssl dgst -sha256 -hmac`, over the text of a JSON array. URLs that are out there have it: it must not change.
  it('is HMAC-SHA-256 in base64url over what the call says', () => {
    expect(signatureOf(CALL, SECRET)).toBe('tj-T2_u2CXpYsexPMpXSKfmgaLxHItnv1tmaU7FD0g0');
  });

  it.each<[string, Partial<SignedCall>]>([
    ['key', { keyId: 'sheet2' }],
    ['endpoint', { endpointId: '5f0b8f4e-64a1-4f0a-9d1b-7c7a3b1f2d11' }],
    ['form', { form: 'json' }],
    ['form at all', { form: undefined }],
    ['time', { expires: 1_795_255_201 }],
    ['value', { parameters: new Map([...CALL.parameters, ['project', ['Demo']]]) }],
    ['order of values', { parameters: new Map([...CALL.parameters, ['a"b', ['é y', 'x']]]) }],
    ['number of values', { parameters: new Map([...CALL.parameters, ['project', ['demo', 'demo']]]) }],
    ['name more', { parameters: new Map([...CALL.parameters, ['tag', ['']]]) }],
    ['name less', { parameters: new Map([['project', ['demo']]]) }],
    ['way to part names from values', { parameters: new Map([['a"b', ['x', 'é y', 'project', 'demo']]]) }],
  ])('is another one with another %s', (_, change) => {
    const other = signatureOf({ ...CALL, ...change }, SECRET);
    expect(isSignature(other, CALL, SECRET)).toBe(false);
    expect(isSignature(other, { ...CALL, ...change }, SECRET)).toBe(true);
  });

  it('is the same in whichever order the names stand', () => {
    const parameters = new Map([...CALL.parameters].reverse());
    expect(isSignature(signatureOf(CALL, SECRET), { ...CALL, parameters }, SECRET)).toBe(true);
  });

  it('is compared as a text: other characters that decode to the same bytes are none', () => {
    const signature = signatureOf(CALL, SECRET);
    const same = Buffer.from(signature, 'base64url');
    const others = Array.from({ length: 64 }, (_, bits) =>
      Buffer.from([bits << 2])
        .toString('base64url')
        .slice(0, 1),
    )
      .map((last) => signature.slice(0, -1) + last)
      .filter((each) => each !== signature && Buffer.from(each, 'base64url').equals(same));
    expect(others).toHaveLength(3);
    for (const each of [...others, `${signature}=`, '', signature.replaceAll('_', '/'), `${signature}é`]) {
      expect(isSignature(each, CALL, SECRET)).toBe(false);
    }
  });

  it('is another one with another secret', () => {
    expect(isSignature(signatureOf(CALL, SECRET), CALL, SECRET.replace('a-', 'b-'))).toBe(false);
  });
});
