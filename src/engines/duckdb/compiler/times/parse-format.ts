import { type WrittenNode } from '../../../../googlesql/ast/nodes.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type TimeKind } from '../../../../googlesql/types/types.js';
import { PARSED_FIELDS, type TimeField } from '../../../../googlesql/types/time-fields.js';
import { FORMAT_ELEMENTS } from './format-elements.js';
import { type Following, type Next, PARSE_ELEMENTS, type ParseElement, SPACE } from './parse-elements.js';

/** A field of a format: its group in the pattern, and the element that it is read by. */
export interface ParsedField extends NamedElement {
  readonly group: number;
}

interface NamedElement {
  readonly name: string;
  readonly element: ParseElement;
}

/** The way to read the text of a time: one pattern for all of it, and the field of each of its groups. */
export interface ParseFormat {
  readonly pattern: string;
  readonly groups: number;
  readonly fields: ReadonlyMap<TimeField, ParsedField>;
}

/** White space, one character as it is, or an element by its name. */
type Token = { readonly space: string } | { readonly character: string } | ElementToken;

interface ElementToken extends NamedElement {
  readonly isShort: boolean;
}

const PIECE = /%(E(?:4Y|Y|\*S|\dS|z)|[^])|\s+|[^]/gu;

/** Elements with a whole year: beside %C, their order and the way the year is written decide which of the two counts. */
const WHOLE_YEAR = /%(?:E?4?Y|[DFcx])/;

/** Splits a format. White space stands for any amount of it; other characters for themselves. */
function tokensOf(format: string, node: WrittenNode, isShorthand = false): Token[] {
  return [...format.matchAll(PIECE)].flatMap(({ 0: piece, 1: name, index }): Token[] => {
    if (name === undefined && piece !== '%') {
      return [/^\s/.test(piece) ? { space: `${SPACE}*` } : { character: piece }];
    }
    const shorthand = name === 'n' || name === 't' ? ' ' : FORMAT_ELEMENTS.get(name ?? '')?.stands;
    if (shorthand !== undefined) return tokensOf(shorthand, node, true);
    const element = PARSE_ELEMENTS.get(name ?? '');
    if (!element) throw unsupportedAt(node, `the format element ${piece} for parsing`);
    const isShort = isShorthand || format[index + piece.length] === '%';
    return [...(element.space === undefined ? [] : [{ space: element.space }]), { name: name ?? '', element, isShort }];
  });
}

/** Reads a format that is known at load. */
export function parseFormat(format: string, kind: TimeKind, node: WrittenNode): ParseFormat {
  const fields = new Map<TimeField, ParsedField>();
  const tokens = tokensOf(format, node);
  let groups = 0;
  const pieces = tokens.map((token, index) => {
    if ('space' in token) return token.space;
    if ('character' in token) return token.character.replace(/[\\^$.|?*+()[\]{}]/, '\\$&');
    const { name, element } = token;
    const pattern = element.pattern(following(token, tokens, index));
    if (pattern === undefined)
      throw unsupportedAt(node, `the format element %${name} right before what could be a part of it`);
    const { field } = element;
    if (!field) return pattern;
    if (!PARSED_FIELDS[kind].includes(field))
      throw errorAt(node, `the format element %${name} is not one of a ${kind}`);
    groups += 1;
    fields.set(field, { group: groups, name, element });
    return `(${pattern})`;
  });
  if (fields.has('century') && WHOLE_YEAR.test(format)) throw unsupportedAt(node, '%C beside a whole year in a format');
  return { pattern: `\\A${SPACE}*${pieces.join('')}${SPACE}*\\z`, groups, fields };
}

function following(token: ElementToken, tokens: readonly Token[], index: number): Following {
  const rest = tokens.slice(index + 1);
  const [next] = rest;
  return {
    next: nextOf(rest),
    character: next && 'character' in next ? next.character : '',
    isShort: token.isShort,
    isOverruled: rest.map(fieldOf).includes(fieldOf(token)) || tokens.some((each) => fieldOf(each) === 'epoch'),
  };
}

function fieldOf(token: Token): TimeField | undefined {
  return 'element' in token ? token.element.field : undefined;
}

function nextOf(tokens: readonly Token[]): Next {
  const [next] = tokens;
  if (!next) return 'other';
  if ('space' in next) return nextOf(tokens.slice(1)) === 'other' ? 'other' : 'space and digit';
  const isDigit = 'character' in next ? /\d/.test(next.character) : next.element.isDigit === true;
  return isDigit ? 'digit' : 'other';
}
