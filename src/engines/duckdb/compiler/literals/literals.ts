import { RESERVED_KEYWORDS } from '../../../../googlesql/tokens/reserved-keywords.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { BOOL, BYTES, FLOAT64, INT64, NULL, STRING } from '../../../../googlesql/types/types.js';
import { quoteString } from '../types/duckdb-types.js';

const MAX_INT64 = 2n ** 63n - 1n;

export function numericLiteral(node: CstNode): Expression {
  node.only();
  const text = node.text;
  if (/^(?:\d+|0x[\da-f]+)$/i.test(text)) {
    const value = BigInt(text);
    if (value > MAX_INT64) throw node.error(`integer ${text} is beyond INT64`);
    return { sql: `${value}::BIGINT`, type: INT64, literal: value };
  }
  if (/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
    if (!Number.isFinite(Number(text))) throw node.error(`number ${text} is beyond FLOAT64`);
    // From text, since DuckDB would read 0.1 as a DECIMAL first.
    return { sql: `'${text}'::DOUBLE`, type: FLOAT64, literal: Number(text), digits: text };
  }
  throw node.unsupported(`number "${text}"`);
}

export function booleanLiteral(node: CstNode): Expression {
  node.only();
  return { sql: node.keyword === 'TRUE' ? 'true' : 'false', type: BOOL };
}

export function nullLiteral(node: CstNode): Expression {
  node.only();
  return { sql: 'NULL', type: NULL, literal: null };
}

/** A string or bytes literal in any of GoogleSQL's spellings (lexical structure, "String and bytes literals"). */
export function stringLiteral(node: CstNode): Expression {
  node.only();
  const { text, bytes } = decodeString(node);
  if (bytes) {
    const octets = [...Buffer.from(text, 'latin1')];
    const hex = octets.map((octet) => `\\x${octet.toString(16).padStart(2, '0').toUpperCase()}`).join('');
    return { sql: `'${hex}'::BLOB`, type: BYTES };
  }
  if (text.includes('\0')) throw node.unsupported('a NUL character in a string');
  return { sql: quoteString(text), type: STRING, literal: text };
}

const QUOTED = /^(?<prefix>r|b|rb|br)?(?<quote>"""|'''|"|')(?<body>[^]*)\k<quote>$/i;

/** What a string or bytes literal means; of bytes, one character each. */
export function decodeString(node: CstNode): { text: string; bytes: boolean } {
  const groups = QUOTED.exec(node.text)?.groups;
  if (!groups) throw node.unsupported(`literal ${node.text}`);
  const prefix = (groups.prefix ?? '').toLowerCase();
  const bytes = prefix.includes('b');
  const source = (groups.body ?? '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  const body = bytes ? Buffer.from(source, 'utf8').toString('latin1') : source;
  return { text: prefix.includes('r') ? body : unescape(body, bytes, node), bytes };
}

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

function unescape(body: string, bytes: boolean, node: CstNode): string {
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
          throw node.error(`escape ${escape} is not allowed in this literal`);
        }
        return String.fromCodePoint(point);
      }
      const character = SIMPLE_ESCAPES.get(simple ?? '');
      if (character === undefined) throw node.error(`unknown escape "${escape}"; write "\\\\" for a backslash`);
      return character;
    },
  );
}

/** A name without its backticks. */
export function identifierText(node: CstNode): string {
  if (RESERVED_KEYWORDS.has(node.keyword)) {
    throw node.error(`"${node.text}" is a reserved keyword; as a name it stands in backticks`);
  }
  return partText(node);
}

/** `NET.HOST`, `my-project.dataset.table` */
export function pathText(node: CstNode): string {
  if (node.type === 'DotOperator') return `${pathText(node.need('left'))}.${pathText(node.need('right'))}`;
  return [node, ...node.list('trailing_idents')].map(({ text }) => text).join('');
}

/** `my-count`, which the parser reads as a difference, and whatever else is a name in backticks alone. */
function noName(node: CstNode): Error {
  const [left, right] = [node.child('left'), node.child('right')];
  if (!left || !right)
    return node.error(`${node.text} is no plain name; write it in backticks, as in \`${node.text}\``);
  const [name, other] = ['-', '_'].map((between) => `${left.text}${between}${right.text}`);
  return left.error(
    `${name ?? ''} is no plain name; write it in backticks, as in \`${name ?? ''}\`, or write ${other ?? ''}`,
  );
}

/** The same as `identifierText` behind a dot, where every word is a name. */
export function partText(node: CstNode): string {
  const text = node.text;
  if (/^[A-Za-z_]\w*$/.test(text)) return text;
  if (/^['"]/.test(text))
    throw node.error(`${text} is a STRING; as a name it stands in backticks, as in \`${text.slice(1, -1)}\``);
  if (!text.startsWith('`')) throw noName(node);
  const name = unescape(text.slice(1, -1), false, node);
  if (name === '') throw node.error('empty identifier');
  return name;
}
