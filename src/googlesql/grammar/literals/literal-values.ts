import { type NumberNode, type TextNode, type WrittenNode } from '../../ast/nodes.js';
import { unescape } from './escapes.js';
import { INT64_RANGE } from '../../types/int64.js';
import { badSyntax, unknownSyntax } from '../refusals/refusals.js';

/** @throws UnparsedQuery */
export function readNumber(node: WrittenNode): NumberNode {
  const { line, column, text } = node;
  if (/^(?:\d+|0x[\da-f]+)$/i.test(text)) {
    const value = BigInt(text);
    if (value > INT64_RANGE.max) throw badSyntax(node, `integer ${text} is beyond INT64`);
    return { type: 'Integer', line, column, text, value };
  }
  if (/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text)) {
    const value = Number(text);
    if (!Number.isFinite(value)) throw badSyntax(node, `number ${text} is beyond FLOAT64`);
    return { type: 'Float', line, column, text, value };
  }
  throw unknownSyntax(node, `number "${text}"`);
}

const QUOTED = /^(?<prefix>r|b|rb|br)?(?<quote>"""|'''|"|')(?<body>[^]*)\k<quote>$/i;

/**
 * A string or bytes literal in any of GoogleSQL's spellings (lexical structure, "String and bytes literals").
 *
 * @throws UnparsedQuery
 */
export function readText(node: WrittenNode): TextNode {
  const { line, column, text } = node;
  const groups = QUOTED.exec(text)?.groups;
  if (!groups) throw unknownSyntax(node, `literal ${text}`);
  const prefix = (groups.prefix ?? '').toLowerCase();
  const isBytes = prefix.includes('b');
  const source = (groups.body ?? '').replaceAll('\r\n', '\n').replaceAll('\r', '\n');
  // Bytes, one character each.
  const body = isBytes ? Buffer.from(source, 'utf8').toString('latin1') : source;
  const value = prefix.includes('r') ? body : unescape(body, isBytes, node);
  return isBytes
    ? { type: 'Bytes', line, column, text, value: Buffer.from(value, 'latin1') }
    : { type: 'String', line, column, text, value };
}
