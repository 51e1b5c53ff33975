import { byName } from '../../../../googlesql/tokens/by-name.js';
import { type CstNode } from '../cst.js';
import { compileAs } from '../expressions/expressions.js';
import { refuseLiteralKey, withoutBrackets } from '../literals/literal-key.js';
import { identifierText } from '../literals/literals.js';
import { type OutputKey } from '../names/output-scope.js';
import { type OutputColumn } from './query.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { INT64, isNested, type SqlType } from '../../../../googlesql/types/types.js';
import { quoteName } from '../types/duckdb-types.js';

/**
 * One key of ORDER BY. GoogleSQL puts NULL first when ascending and last when descending, and NaN right beside it;
 * DuckDB has other defaults and takes NaN for the largest number.
 */
export function orderKey(item: CstNode, sql: string, type: SqlType): string {
  if (isNested(type)) throw item.error(`cannot order by a value of type ${type.kind}`);
  const { direction, nulls } = directionOf(item);
  const order = `${direction} ${nulls}`;
  if (type.kind !== 'FLOAT64') return `${sql} ${order}`;
  return `isnan(${sql}) ${direction === 'ASC' ? 'DESC' : 'ASC'} ${nulls}, ${sql} ${order}`;
}

/** The direction of a key, and where its NULLs go. */
export function directionOf(item: CstNode): { readonly direction: string; readonly nulls: string } {
  const direction = item.child('order')?.keyword ?? 'ASC';
  const nulls = item
    .list('null_order')
    .map((word) => word.keyword)
    .join(' ');
  return { direction, nulls: nulls || (direction === 'ASC' ? 'NULLS FIRST' : 'NULLS LAST') };
}

/** ORDER BY behind a whole query: output columns by name or position, and what is made of them. */
export function orderByOutput(
  clause: CstNode | undefined,
  columns: readonly OutputColumn[],
  alias: string,
  keyOf: OutputKey,
): string {
  if (!clause) return '';
  const keys = orderItems(clause).map((item) => {
    const column = outputColumn(item, columns);
    if (column) {
      item.only();
      return orderKey(item, `${alias}.${quoteName(column.output)}`, column.type);
    }
    const { sql, type } = keyOf(item, alias);
    return orderKey(item, sql, type);
  });
  return `ORDER BY ${keys.join(', ')}`;
}

export function orderItems(clause: CstNode): CstNode[] {
  clause.only('by', 'exprs');
  return clause.list('exprs').map((item) => item.claim('order', 'null_order'));
}

/** The output column that `2` or `name` means, if any. */
export function outputColumn<T extends { readonly name: string | undefined }>(
  item: CstNode,
  columns: readonly T[],
): T | undefined {
  const { type, text } = withoutBrackets(item);
  if (type === 'NumericLiteral') {
    const column = /^\d+$/.test(text) ? columns[Number(text) - 1] : undefined;
    if (!column) throw item.error(`there is no column ${text}; the answer has ${columns.length}`);
    if (item.type === 'GroupedExpr') item.claim('expr');
    return column;
  }
  refuseLiteralKey(item);
  if (item.type !== 'Identifier') return undefined;
  const matches = byName(columns, identifierText(item));
  if (matches.length > 1) throw item.error(`"${item.text}" is ambiguous: two columns of the answer have this name`);
  return matches[0];
}

/** LIMIT and OFFSET: literals or parameters, as in BigQuery. */
export function limitClause(clause: CstNode | undefined, context: QueryContext): string {
  if (!clause) return '';
  clause.only('expr', 'exprs', 'offset');
  const nothing = new Scope(context, []);
  const offset = clause.child('offset');
  offset?.only('expr');
  const count = (node: CstNode): string => {
    if (node.type === 'GroupedExpr') {
      node.only('expr');
      return count(node.need('expr'));
    }
    if (node.type !== 'NumericLiteral' && node.type !== 'Parameter') {
      throw node.error(
        node.keyword === 'ALL'
          ? 'for all rows, leave LIMIT out: LIMIT and OFFSET take an integer or a parameter'
          : 'LIMIT and OFFSET take an integer or a parameter',
      );
    }
    const sql = compileAs(node, nothing, INT64);
    return node.type === 'NumericLiteral' ? sql : `bq_limit(${sql})`;
  };
  // A pipe's LIMIT has its number in a list.
  const limit = `LIMIT ${count(clause.list('exprs')[0] ?? clause.need('expr'))}`;
  return offset ? `${limit} OFFSET ${count(offset.need('expr'))}` : limit;
}
