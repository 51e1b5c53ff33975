import {
  type ExpressionNode,
  type FieldNode,
  type NameNode,
  type SelectItemNode,
} from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { isConstant } from '../../../../googlesql/checks/constant.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { queryIn } from '../../../../googlesql/resolver/aggregation.js';
import { type Expression } from '../expression.js';
import { type Scope } from '../names/scope.js';
import { SQL, type Sql } from '../sql-tree/sql.js';
import { contains, isSame } from '../sql-tree/folds.js';
import { SqlMap } from '../sql-tree/sql-map.js';

/** A key of groups. */
export interface GroupKey {
  readonly node: ExpressionNode | SelectItemNode;
  readonly expression: Expression;
  /** SQL of it in GROUP BY: columns of the answer by position, since an alias wins over a column of FROM. */
  readonly sql: Sql;
}

/**
 * Keys of grouping sets that are derived from other keys: their SQL, and a form for GROUP BY in which DuckDB does not recognise it in
 * SELECT.
 *
 * GoogleSQL evaluates an item of SELECT from the other keys. DuckDB would take the derived key, which has another value in groups without
 * these others.
 */
export function derivedKeys(keys: readonly GroupKey[], scope: Scope): SqlMap<Sql> {
  const columns = bySql(keys.filter(({ node }) => isColumn(node)));
  const all = bySql(keys).entries();
  const derived = new SqlMap<Sql>();
  // An alias or a position stands for the whole of an item.
  for (const { node, sql } of keys.filter((key) => isSame(key.sql, key.expression.sql))) {
    const inner = all.filter(([key]) => !isSame(key, sql) && contains(sql, key));
    if (inner.length === 0) continue;
    const isNamed = keys.some((key) => isSame(key.expression.sql, sql) && !isSame(key.sql, sql));
    // A path such as `s.f` may be read from any of several keys, and so may parts of a query.
    if (isNamed || isColumn(node) || queryIn(node) || !inner.every(([key]) => columns.has(key))) {
      throw unsupportedAt(
        node,
        'a key of grouping sets that is made of another key; name it in SELECT and group by its name, which',
      );
    }
    const isCovered = leaves(node).every((leaf) => {
      const found = scope.value(leaf).sql;
      return columns.entries().some(([column]) => contains(found, column));
    });
    if (isCovered) derived.set(sql, SQL`CASE WHEN true THEN ${sql} END`);
  }
  return derived;
}

function bySql(keys: readonly GroupKey[]): SqlMap<GroupKey> {
  return new SqlMap(keys.map((key) => [key.expression.sql, key] as const));
}

function isColumn(node: TreeNode): node is NameNode | FieldNode {
  return node.type === 'Name' || node.type === 'Field';
}

/** The columns in a key, or fields of them. */
function leaves(node: TreeNode): ExpressionNode[] {
  if (isConstant(node)) return [];
  return isColumn(node) ? [node] : partsOf(node).flatMap(leaves);
}
