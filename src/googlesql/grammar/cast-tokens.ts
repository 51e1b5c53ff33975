import { badSyntax } from './refusals/refusals.js';
import { type TextPosition } from '../tokens/text-position.js';

/** A piece of a format of CAST: an element by its name in capitals, spaces, or text that stands for itself. */
export type CastToken =
  | { readonly kind: 'element'; readonly name: string; readonly text: string }
  | { readonly kind: 'space'; readonly text: string }
  | { readonly kind: 'literal'; readonly text: string };

/** All elements, since the longest one that fits is meant; BigQuery lacks some of them. */
const NAMES = [
  ...['YYYY', 'RRRR', 'YYY', 'YY', 'Y', 'RR', 'Y,YYY', 'IYYY', 'IYY', 'IY', 'I', 'SYYYY', 'YEAR', 'SYEAR', 'CC', 'SCC'],
  ...['Q', 'MM', 'MON', 'MONTH', 'RM', 'IW', 'WW', 'W', 'D', 'DD', 'DDD', 'DY', 'DAY', 'J', 'HH', 'HH12', 'HH24'],
  ...['MI', 'SS', 'SSSSS', 'FF1', 'FF2', 'FF3', 'FF4', 'FF5', 'FF6', 'FF7', 'FF8', 'FF9', 'FF10', 'FF11', 'FF12'],
  ...['AM', 'PM', 'A.M.', 'P.M.', 'AD', 'BC', 'A.D.', 'B.C.', 'TZH', 'TZM', 'SP', 'TH', 'SPTH', 'THSP', 'FM'],
].sort((a, b) => b.length - a.length);

const TOKEN = new RegExp(
  `"(?<quoted>(?:[^"\\\\]|\\\\["\\\\])*)"|(?<space> +)|(?<simple>[-./,';:])|(?<name>${NAMES.join('|').replaceAll('.', '\\.')})`,
  'iy',
);

/** Splits a format of CAST for dates and times. */
export function castTokens(format: string, node: TextPosition): readonly CastToken[] {
  const tokens: CastToken[] = [];
  for (let at = 0; at < format.length;) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(format);
    if (!match)
      throw badSyntax(node, `"${format.slice(at)}" in a format is no format element; write text in double quotes`);
    const { quoted, space, simple, name } = match.groups as Record<string, string | undefined>;
    at += match[0].length;
    if (name !== undefined) tokens.push({ kind: 'element', name: name.toUpperCase(), text: name });
    else if (space !== undefined) tokens.push({ kind: 'space', text: space });
    else tokens.push({ kind: 'literal', text: simple ?? quoted?.replace(/\\(.)/g, '$1') ?? '' });
  }
  return tokens.filter(({ text }) => text !== '');
}
