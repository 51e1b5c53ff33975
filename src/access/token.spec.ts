import { createToken, hashToken } from './token.js';

describe('createToken', () => {
  it('has 256 random bits behind a prefix', () => {
    const token = createToken();
    expect(token).toMatch(/^quern_[A-Za-z0-9_-]{43}$/);
    expect(Buffer.from(token.slice('quern_'.length), 'base64url')).toHaveLength(32);
    expect(createToken()).not.toBe(token);
  });
});

describe('hashToken', () => {
  it('is SHA-256 in hex (the example of FIPS 180-2, appendix B.1)', () => {
    expect(hashToken('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
