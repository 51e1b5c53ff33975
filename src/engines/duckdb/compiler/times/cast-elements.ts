import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt } from '../dialect-error.js';

/** A piece of a format of CAST: an element by its name in capitals, spaces, or text that stands for itself. */
export type CastToken =
  | { readonly kind: 'element'; readonly name: string; readonly text: string }
  | { readonly kind: 'space'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string };

/** All elements that GoogleSQL knows, since the longest one that fits is meant; BigQuery lacks most of them. */
const NAMES = [
  ...['YYYY', 'YYY', 'YY', 'Y', 'RRRR', 'RR', 'Y,YYY', 'IYYY', 'IYY', 'IY', 'I', 'SYYYY', 'YEAR', 'SYEAR'],
  ...['MM', 'MON', 'MONTH', 'RM', 'DDD', 'DD', 'D', 'DAY', 'DY', 'J', 'HH', 'HH12', 'HH24', 'MI', 'SS', 'SSSSS'],
  ...Array.from({ length: 12 }, (_, index) => `FF${index + 1}`),
  ...['AM', 'PM', 'A.M.', 'P.M.', 'TZH', 'TZM', 'CC', 'SCC', 'Q', 'IW', 'WW', 'W', 'AD', 'BC', 'A.D.', 'B.C.'],
  ...['SP', 'TH', 'SPTH', 'THSP', 'FM'],
].sort((a, b) => b.length - a.length);

const TOKEN = new RegExp(
  `"(?<quoted>(?:[^"\\\\]|\\\\["\\\\])*)"|(?<space> +)|(?<simple>[-./,';:])|(?<name>${NAMES.join('|').replaceAll('.', '\\.')})`,
  'iy',
);

/** Splits a format of CAST for dates and times. */
export function castTokens(format: string, node: WrittenNode): readonly CastToken[] {
  const tokens: CastToken[] = [];
  for (let at = 0; at < format.length;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(format);
    if (!match)
      throw errorAt(node, `"${format.slice(at)}" in a format is no format element; write text in double quotes`);
    const { quoted, space, simple, name } = match.groups as Record<string, string | undefined>;
    at += match[0].length;
    if (name !== undefined) tokens.push({ kind: 'element', name: name.toUpperCase(), text: name });
    else if (space !== undefined) tokens.push({ kind: 'space', text: space });
    else tokens.push({ kind: 'literal', text: simple ?? quoted?.replace(/\\(.)/g, '$1') ?? '' });
  }
  return tokens.filter(({ text }) => text !== '');
}
