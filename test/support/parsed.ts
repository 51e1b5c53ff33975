import { type QueryBody, type ExpressionItemNode, type SelectNode } from '../../src/googlesql/ast/nodes.js';
import { parse } from '../../src/googlesql/grammar/parse.js';
import { UnparsedQuery } from '../../src/googlesql/grammar/refusals/refusals.js';

/** A query's own part of the tree, which has to be of this type. */
export function bodyOf<T extends QueryBody['type']>(type: T, sql: string): Extract<QueryBody, { readonly type: T }> {
  const { body } = parse(sql);
  if (body.type !== type) throw new Error(`${sql} is a ${body.type}`);
  return body as Extract<QueryBody, { readonly type: T }>;
}

export function selectOf(sql: string): SelectNode {
  return bodyOf('Select', sql);
}

/** The first item of a SELECT list. */
export function itemOf(sql: string): ExpressionItemNode {
  const [item] = selectOf(`SELECT ${sql}`).items;
  if (item?.type !== 'ExpressionItem') throw new Error(`${sql} is no expression`);
  return item;
}

/** Where a text is refused, and why; undefined where it is read. */
export function refusalOf(sql: string): string | undefined {
  try {
    parse(sql);
    return undefined;
  } catch (error) {
    if (!(error instanceof UnparsedQuery)) throw error;
    const { line, column, message } = error.problem;
    return `${line}:${column} ${message}${error.isOurLimit ? ' is unknown' : ''}`;
  }
}
