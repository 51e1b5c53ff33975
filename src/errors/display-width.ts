/** Marks that sit on the character before them. */
const NO_COLUMN = /^[\p{Mn}\p{Me}\u1160-\u11ff]$/u;
/** East Asian characters and emoji; half-width katakana are what their name says. */
const TWO_COLUMNS =
  /^(?![\uff61-\uffdc])[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{Emoji_Presentation}\u3001-\u303e\uff01-\uff60\uffe0-\uffe6]$/u;

/** How many columns of a terminal one character (a code point) takes. */
export function characterWidth(character: string): 0 | 1 | 2 {
  if (character < '\u0300') return 1;
  if (NO_COLUMN.test(character)) return 0;
  return TWO_COLUMNS.test(character) ? 2 : 1;
}
