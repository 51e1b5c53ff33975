import stringWidth from 'string-width';
import { fitting } from '../output/fitting.js';

export interface TitledText {
  readonly title: string;
  readonly lines: readonly string[];
}

const GAP = ' │ ';

/** Two texts in columns of one width. A line that is too long goes on in the next one: nothing is cut off. */
export function sideBySide(left: TitledText, right: TitledText, width: number): string[] {
  const room = Math.floor((width - GAP.length) / 2);
  const [a, b] = [left, right].map(({ title, lines }) => [title, '', ...lines].flatMap((line) => wrapped(line, room)));
  const rows = Math.max(a?.length ?? 0, b?.length ?? 0);
  return Array.from({ length: rows }, (_, row) => `${padded(a?.[row] ?? '', room)}${GAP}${b?.[row] ?? ''}`.trimEnd());
}

/** Breaks at the last blank that fits, and indents what follows as the line itself is; where no blank is, anywhere. */
function wrapped(line: string, room: number): string[] {
  const end = fitting(line, room);
  if (end === line.length) return [line];
  const indent = (/^ */.exec(line)?.[0] ?? '').slice(0, Math.floor(room / 2));
  const blank = line.lastIndexOf(' ', end);
  const at = blank > indent.length ? blank : end;
  return [line.slice(0, at).trimEnd(), ...wrapped(`${indent}${line.slice(at).trimStart()}`, room)];
}

function padded(line: string, room: number): string {
  return line + ' '.repeat(Math.max(0, room - stringWidth(line)));
}
