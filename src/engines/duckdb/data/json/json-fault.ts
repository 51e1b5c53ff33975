import { UnsoundFile } from '../sound/unsound-file.js';

/** The place where the text of a file stops being JSON; undefined where it is some. */
export function jsonFault(text: string, path: string): UnsoundFile | undefined {
  const complaint = complaintOf(text);
  if (complaint === undefined) return undefined;
  // V8 reports the place of some faults alone. The fault is in the first line up to which the text is no beginning of JSON.
  const ends = Array.from(text.matchAll(/\n|$/g), ({ index }) => index);
  let [first, last] = [0, ends.length - 1];
  while (first < last) {
    const middle = Math.floor((first + last) / 2);
    if (isBeginning(text.slice(0, ends[middle]))) first = middle + 1;
    else last = middle;
  }
  const words = complaint.replace(/ in JSON .*| of JSON input$|, (?:\.\.\.)?".*/s, '');
  return new UnsoundFile(path, `it is no JSON from line ${first + 1} on: ${words}`, first + 1);
}

function isBeginning(text: string): boolean {
  const complaint = complaintOf(text);
  if (complaint === undefined || complaint.startsWith('Unexpected end')) return true;
  const [, position] = /at position (\d+)/.exec(complaint) ?? [];
  return position !== undefined && Number(position) >= text.length;
}

function complaintOf(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return error.message;
    throw error;
  }
}
