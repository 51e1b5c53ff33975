const MAX_CHARACTERS = 64;
// Control characters and lone surrogates, invisible ones such as bidirectional marks, and every space but the plain one.
const UNPRINTABLE = /[\p{C}\p{Zl}\p{Zp}]|(?! )\p{Zs}/gu;

/** A part of a caller's or an author's input that a message may repeat: at most 64 characters, all of them printable. */
export function excerpt(text: string): string {
  // The text is cut before it is taken apart, so that a message about a megabyte costs no more than one about a word.
  const characters = Array.from(text.slice(0, 4 * MAX_CHARACTERS));
  const shown = characters.length > MAX_CHARACTERS ? [...characters.slice(0, MAX_CHARACTERS - 1), '…'] : characters;
  return printable(shown.join(''));
}

/** A text as a terminal or a log may show it: characters that cannot be seen, or would be obeyed, become U+FFFD. */
export function printable(text: string): string {
  return text.replace(UNPRINTABLE, '\ufffd');
}

/** A text in the escapes of JSON and JavaScript, a unit of UTF-16 at a time. */
export function escaped(text: string): string {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

export function quote(text: string): string {
  return `"${excerpt(text)}"`;
}
