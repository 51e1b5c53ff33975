import { badSyntax } from '../refusals/refusals.js';
import { type TextPosition } from '../../tokens/text-position.js';

const SIMPLE_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
  ['\\', '\\'],
  ['?', '?'],
  ['"', '"'],
  ["'", "'"],
  ['`', '`'],
]);

const ESCAPE = /\\(?:([0-3][0-7]{2})|[xX]([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([^]?))/g;

/** @throws UnparsedQuery for an unknown escape */
export function unescape(body: string, bytes: boolean, place: TextPosition): string {
  return body.replace(
    ESCAPE,
    (escape: string, octal?: string, hex?: string, short?: string, long?: string, simple?: string) => {
      const octet = octal === undefined ? hex && parseInt(hex, 16) : parseInt(octal, 8);
      // A byte in BYTES, a code point in a STRING.
      if (typeof octet === 'number') return String.fromCharCode(octet);
      const unicode = short ?? long;
      if (unicode !== undefined) {
        const point = parseInt(unicode, 16);
        if (bytes || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
          throw badSyntax(place, `escape ${escape} is not allowed in this literal`);
        }
        return String.fromCodePoint(point);
      }
      const character = SIMPLE_ESCAPES.get(simple ?? '');
      if (character === undefined) throw badSyntax(place, `unknown escape "${escape}"; write "\\\\" for a backslash`);
      return character;
    },
  );
}
