import { positionAt } from '../../googlesql/tokens/text-position.js';

/**
 * The place where a text stops being JSON, and the reason if there is a common one. JSON.parse tells the place in some of its messages. A
 * message about a strange character does not, but it comes for every beginning of the text that has that character and for no shorter one.
 */
export function jsonMistake(text: string): string {
  const message = messageOf(text);
  const offset = Number(/ at position (\d+)/.exec(message)?.[1] ?? strangeCharacter(text, message));
  const { line, column } = positionAt(text, offset);
  const place = `line ${line}, column ${column}`;
  if (message.startsWith('Bad control character')) {
    return `at ${place} a text has a line break or another control character; write \\n for a line break`;
  }
  return offset >= text.length ? `it ends too early, at ${place}` : `what stands at ${place} cannot stand there`;
}

const STRANGE = 'Unexpected token';

function strangeCharacter(text: string, message: string): number {
  if (!message.startsWith(STRANGE)) return text.length;
  let [sound, strange] = [0, text.length];
  while (strange - sound > 1) {
    const middle = Math.floor((sound + strange) / 2);
    if (messageOf(text.slice(0, middle)).startsWith(STRANGE)) strange = middle;
    else sound = middle;
  }
  // Inside a misspelt `false`, JSON.parse calls a later letter strange: go back to the beginning of the word.
  while (/[a-z]/i.test(text.charAt(sound - 1))) sound -= 1;
  return sound;
}

function messageOf(text: string): string {
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : '';
  }
}
