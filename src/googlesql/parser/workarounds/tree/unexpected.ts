import type { UnknownNode } from 'bq2cst';
import { UnparsedQuery } from '../../unparsed-query.js';

/** The syntax error at a node's token; with what to do about it. */
export function unexpected({ token }: UnknownNode, remark = ''): UnparsedQuery {
  const { line = 1, column = 1, literal = '' } = token ?? {};
  return new UnparsedQuery({ line, column, message: `syntax error: unexpected "${literal}"${remark}` });
}
