import { hash, randomBytes } from 'node:crypto';

/** 256 random bits. The prefix lets people and secret scanners see what they have found. */
export function createToken(): string {
  return `quern_${randomBytes(32).toString('base64url')}`;
}

/** As many, which sign and are never sent. */
export function createSigningSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * SHA-256 in lower-case hex, which is all that is kept of a token. A slow, salted hash is for passwords: 256 random bits
 * cannot be guessed, however fast the guessing goes.
 */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
