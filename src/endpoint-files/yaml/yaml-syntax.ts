import type { ErrorCode, YAMLParseError } from 'yaml';

/** What to write instead, for the slips that people make. */
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

/** What a complaint of the YAML parser says, and what to do about it. */
export function syntaxMessage({ code, message }: Pick<YAMLParseError, 'code' | 'message'>): string {
  if (code === 'MULTIPLE_DOCS') return 'a second document starts here; write one endpoint per file';
  const remedy = REMEDIES[code] ?? 'compare this line and the one above with a file that works';
  return `not valid YAML: ${message.replace(/\.$/, '')}; ${remedy}`;
}
