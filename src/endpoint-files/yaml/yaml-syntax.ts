import type { ErrorCode, YAMLParseError } from 'yaml';
import { TEXT_START, type TextPosition } from '../../googlesql/tokens/text-position.js';

/** Remedies for the slips that people make. */
const REMEDIES: Partial<Record<ErrorCode, string>> = {
  TAB_AS_INDENT: 'indent with spaces',
  BAD_INDENT: 'indent keys that belong together alike, and the values below them further',
  BAD_SCALAR_START: 'put the value in quotes',
  BAD_DQ_ESCAPE: 'write \\\\ for a backslash, or use single quotes, in which it stands for itself',
  BLOCK_AS_IMPLICIT_KEY: 'put a value that has a colon and a space in it in quotes',
  MULTILINE_IMPLICIT_KEY: 'write a colon and a space behind each key, and put text of several lines in quotes',
  MISSING_CHAR: 'close what is open here, and write a colon and a space behind each key',
  UNEXPECTED_TOKEN: 'remove it, or put the value in quotes',
};

export function syntaxMessage({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document starts here; write one endpoint per file';
  const remedy = REMEDIES[code] ?? 'compare this line and the one above with a file that works';
  return `not valid YAML: ${message.replace(/\.$/, '')}; ${remedy}`;
}

/** `query: |` in front of nothing but text, and another key. */
const BLOCK = /^( *)([\w-]+): *[|>][-+\d]* *(?:#.*)?$/;
const KEY = /^ *(?:- +)?[\w-]+:(?: |$)/;

/** Finds text with no deeper indentation than the `key: |` it belongs to, which keeps the rest from being read as YAML. */
export function unindentedBlock(text: string, errorLine: number): (TextPosition & { message: string }) | undefined {
  const lines = text.split(/\r?\n/).slice(0, errorLine);
  const head = lines.findLastIndex((line) => KEY.test(line));
  const [, indentation = '', key = ''] = BLOCK.exec(lines[head] ?? '') ?? [];
  const isOutside = (line: string) => line.trim() !== '' && line.search(/\S/) <= indentation.length;
  const first = lines.findIndex((line, index) => index > head && isOutside(line));
  if (key === '' || first === -1) return undefined;
  const message = `this line has to be indented to belong to "${key}: |"; put two spaces more in front of it and of each line below that is a part of it`;
  return { line: first + 1, column: TEXT_START.column, message };
}
