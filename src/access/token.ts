import { hash, randomBytes } from 'node:crypto';

/** Makes a token of 256 random bits. The prefix lets people and secret scanners recognise a leaked token. */
export function createToken(): string {
  return `quern_${randomBytes(32).toString('base64url')}`;
}

/** Makes a secret of 256 random bits, which signs and is never sent. */
export function createSigningSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Hashes a token with SHA-256, in lower-case hex: nothing else of it is kept. A slow, salted hash is for passwords: 256 random bits cannot
 * be guessed, however fast the guessing goes.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
