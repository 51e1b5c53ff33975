import { RESERVED_KEYWORDS } from './reserved-keywords.js';

/** Writes a name, in backquotes where a plain one would not do. */
export function quotedName(name: string): string {
  const isWord = /^[A-Za-z_]\w*$/.test(name) && !RESERVED_KEYWORDS.has(name.toUpperCase());
  return isWord ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
