import { RESERVED_KEYWORDS } from './reserved-keywords.js';

/** In backquotes where a plain name would not do. */
export function quotedName(name: string): string {
  const isWord = /^[A-Za-z_]\w*$/.test(name) && !RESERVED_KEYWORDS.has(name.toUpperCase());
  return isWord ? name : `\`${name.replaceAll(/[\\`]/g, '\\$&')}\``;
}
