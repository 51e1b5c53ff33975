import { isConstant, isQuery } from '../../../../googlesql/checks/constant-expression.js';
import { type CstNode } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { type Scope } from '../names/scope.js';

/** What rows are grouped by. */
export interface GroupKey {
  readonly node: CstNode;
  readonly expression: Expression;
  /** How DuckDB is told of it: columns of the answer by position, since an alias wins over a column of FROM. */
  readonly sql: string;
}

/**
 * Keys of grouping sets that are derived from other keys: their SQL, and how it is written in GROUP BY so that DuckDB does not
 * recognise it in SELECT.
 *
 * GoogleSQL works an item of SELECT out from the other keys. DuckDB would take the derived key, which has another value in groups
 * without these others.
 */
export function derivedKeys(keys: readonly GroupKey[], scope: Scope): ReadonlyMap<string, string> {
  const columns = new Set(keys.filter(({ node }) => isColumn(node)).map(({ expression }) => expression.sql));
  const texts = [...new Set(keys.map(({ expression }) => expression.sql))];
  const derived = new Map<string, string>();
  // An alias or a position stands for the whole of an item.
  for (const { node, sql } of keys.filter((key) => key.sql === key.expression.sql)) {
    const inner = texts.filter((text) => text !== sql && sql.includes(text));
    if (inner.length === 0) continue;
    const isNamed = keys.some((key) => key.expression.sql === sql && key.sql !== sql);
    // Which of several keys a path such as `s.f` is read from, and what in a query, is not certain.
    if (isNamed || isColumn(node) || hasQuery(node) || !inner.every((text) => columns.has(text))) {
      throw node.unsupported(
        'a key of grouping sets that is made of another key; name it in SELECT and group by its name, which',
      );
    }
    const isCovered = leaves(node).every((leaf) => {
      const { sql: found } = compileExpression(leaf, scope);
      return [...columns].some((column) => found.includes(column));
    });
    if (isCovered) derived.set(sql, `CASE WHEN true THEN ${sql} END`);
  }
  return derived;
}

function isColumn({ type }: CstNode): boolean {
  return type === 'Identifier' || type === 'DotOperator';
}

/** The columns in a key, or fields of them. */
function leaves(node: CstNode): CstNode[] {
  if (isConstant(node)) return [];
  return isColumn(node) ? [node] : inner(node).flatMap(leaves);
}

function hasQuery(node: CstNode): boolean {
  return isQuery(node) || inner(node).some(hasQuery);
}

function inner(node: CstNode): CstNode[] {
  const names = node.childNames().filter((name) => name !== 'func' && name !== 'alias');
  return names.flatMap((name) => node.child(name) ?? node.list(name));
}
