import { type JsonText } from '../../engines/engine.js';

/** How deep a row's own keys and values are: in the body, in the list of rows, in the row. */
const ROW_DEPTH = 3;

/**
 * The values of a body `{"result":[{…},…]}`, each as its JSON text. They are not parsed: a number of a JSON column may have
 * more digits than JavaScript keeps.
 */
export function rowsOfBody(body: string): readonly (readonly JsonText[])[] {
  const rows: JsonText[][] = [];
  let row: JsonText[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (character === '"') {
      at = endOfString(body, at);
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth !== ROW_DEPTH - 1) continue;
      rows.push([...row, body.slice(start, at)]);
      row = [];
    } else if (depth === ROW_DEPTH && character === ':') {
      start = at + 1;
    } else if (depth === ROW_DEPTH && character === ',') {
      row.push(body.slice(start, at));
    }
  }
  return rows;
}

/** The names of a body's columns, which its first row has; none where there are no rows. */
export function columnsOfBody(body: string): readonly string[] {
  const names: string[] = [];
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    const character = body[at];
    if (character === '"') {
      const end = endOfString(body, at);
      if (depth === ROW_DEPTH && body[end + 1] === ':') names.push(JSON.parse(body.slice(at, end + 1)) as string);
      at = end;
    } else if (character === '{' || character === '[') {
      depth += 1;
    } else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === ROW_DEPTH - 1) break;
    }
  }
  return names;
}

/** Where the string that begins at `start` has its closing quote. A regular expression runs out of stack on a long one. */
function endOfString(body: string, start: number): number {
  let end = body.indexOf('"', start + 1);
  while (isEscaped(body, end)) end = body.indexOf('"', end + 1);
  return end;
}

/** Is there an odd number of backslashes before it? */
function isEscaped(body: string, at: number): boolean {
  let first = at;
  while (body[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}
