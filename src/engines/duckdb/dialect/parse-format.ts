import { type CstNode } from './cst.js';
import { type Field, type Next, PARSE_ELEMENTS, PARSE_SHORTHANDS, type ParseElement, SPACE } from './parse-elements.js';

/** A field that a format gives: its group in the pattern, and the element that it is read by. */
export interface ParsedField {
  readonly group: number;
  readonly name: string;
  readonly element: ParseElement;
}

/** How the text of a time is read: one pattern for all of it, and which of its groups holds which field. */
export interface ParseFormat {
  readonly pattern: string;
  readonly groups: number;
  readonly fields: ReadonlyMap<Field, ParsedField>;
}

export type ParsedKind = 'DATE' | 'DATETIME' | 'TIME' | 'TIMESTAMP';

const TIME_FIELDS: readonly Field[] = ['hour', 'minute', 'second', 'meridiem'];
const DATE_FIELDS: readonly Field[] = [
  ...(['year', 'century', 'month', 'day', 'quarter', 'yearDay', 'week', 'weekday'] as const),
];

const ALLOWED: Readonly<Record<ParsedKind, readonly Field[]>> = {
  DATE: DATE_FIELDS,
  TIME: TIME_FIELDS,
  DATETIME: [...DATE_FIELDS, ...TIME_FIELDS, 'epoch'],
  TIMESTAMP: [...DATE_FIELDS, ...TIME_FIELDS, 'epoch', 'zone'],
};

/** White space, one character as it is, or an element by its name. */
type Token = { readonly space: string } | { readonly character: string } | { readonly name: string };

const PIECE = /%(E(?:4Y|Y|\*S|\dS|z)|[^])|\s+|[^]/gu;

/** Which of the two counts depends on their order, and on how the year is written. */
const WHOLE_YEAR = /%(?:E?4?Y|[DFcx])/;

/** White space stands for any amount of it; other characters for themselves. */
function tokensOf(format: string, node: CstNode): Token[] {
  return [...format.matchAll(PIECE)].flatMap(([piece, name]): Token[] => {
    if (name === undefined && piece !== '%') {
      return [/^\s/.test(piece) ? { space: `${SPACE}*` } : { character: piece }];
    }
    const shorthand = PARSE_SHORTHANDS.get(name ?? '');
    if (shorthand !== undefined) return tokensOf(shorthand, node);
    const element = PARSE_ELEMENTS.get(name ?? '');
    if (!element) throw node.unsupported(`the format element ${piece} for parsing`);
    return [...(element.space === undefined ? [] : [{ space: element.space }]), { name: name ?? '' }];
  });
}

/** Reads a format that is known at load. */
export function parseFormat(format: string, kind: ParsedKind, node: CstNode): ParseFormat {
  const fields = new Map<Field, ParsedField>();
  const tokens = tokensOf(format, node);
  let groups = 0;
  const pieces = tokens.map((token, index) => {
    if ('space' in token) return token.space;
    if ('character' in token) return token.character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
    const element = PARSE_ELEMENTS.get(token.name);
    const rest = tokens.slice(index + 1);
    const pattern = isCutShort(token.name, rest[0]) ? undefined : element?.pattern(nextOf(rest));
    if (!element || pattern === undefined)
      throw node.unsupported(`the format element %${token.name} right before what could be a part of it`);
    const { field } = element;
    if (!field) return pattern;
    if (!ALLOWED[kind].includes(field)) throw node.error(`the format element %${token.name} is not one of a ${kind}`);
    groups += 1;
    fields.set(field, { group: groups, name: token.name, element });
    return `(${pattern})`;
  });
  if (fields.has('century') && WHOLE_YEAR.test(format)) throw node.unsupported('%C beside a whole year in a format');
  return { pattern: `\\A${SPACE}*${pieces.join('')}${SPACE}*\\z`, groups, fields };
}

/** A fraction may begin where a point is to follow. */
function isCutShort(name: string, next: Token | undefined): boolean {
  return /^E[*1-9]S$/.test(name) && next !== undefined && 'character' in next && next.character === '.';
}

function nextOf(tokens: readonly Token[]): Next {
  const [next] = tokens;
  if (!next) return 'other';
  if ('space' in next) return nextOf(tokens.slice(1)) === 'other' ? 'other' : 'space and digit';
  const isDigit = 'character' in next ? /\d/.test(next.character) : PARSE_ELEMENTS.get(next.name)?.isDigit === true;
  return isDigit ? 'digit' : 'other';
}
