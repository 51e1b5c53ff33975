import { type ExpressionNode, type SelectItemNode } from '../../../../googlesql/ast/nodes.js';
import { partsOf, type TreeNode } from '../../../../googlesql/ast/parts.js';
import { isConstant } from '../../../../googlesql/checks/constant.js';
import { unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { queryIn } from '../../../../googlesql/resolver/aggregation.js';
import { type ExpressionForms, type Form } from '../../../../googlesql/resolver/expression-forms.js';
import { type Expression } from '../expression.js';
import { SQL, type Sql } from '../sql-tree/sql.js';

/** A key of groups. */
export interface CompiledKey {
  readonly node: ExpressionNode | SelectItemNode;
  readonly form: Form;
  readonly expression: Expression;
  /** Place of the column of the answer that is meant by its name or its position: an alias wins over a column of FROM. */
  readonly position: Sql | undefined;
}

/**
 * Keys of grouping sets that are derived from other keys, in a form for GROUP BY in which DuckDB does not recognise them in SELECT.
 *
 * GoogleSQL evaluates an item of SELECT from the other keys. DuckDB would take the derived key, which has another value in groups without
 * these others.
 */
export function derivedKeys(keys: readonly CompiledKey[], forms: ExpressionForms): ReadonlyMap<Form, Sql> {
  const all = new Set(keys.map(({ form }) => form));
  const columns = new Set(keys.filter(({ node }) => forms.ofPath(node)).map(({ form }) => form));
  const named = new Set(keys.filter(({ position }) => position).map(({ form }) => form));
  const derived = new Map<Form, Sql>();
  const written = new Map<Sql, Form>();
  for (const { node, form, expression, position } of keys) {
    // A CAST to the type that a column has is its SQL: DuckDB would take the two keys for one.
    const other = written.get(expression.sql) ?? form;
    if (other !== form) throw unsupportedAt(node, 'a key of grouping sets that is another key by another type name');
    written.set(expression.sql, form);
    // An alias or a position stands for the whole of an item.
    if (position) continue;
    const inner = formsIn(node, forms).filter((each) => each !== form && all.has(each));
    if (inner.length === 0) continue;
    // A path such as `s.f` may be read from any of several keys, and so may parts of a query.
    if (named.has(form) || columns.has(form) || queryIn(node) || !inner.every((each) => columns.has(each))) {
      throw unsupportedAt(
        node,
        'a key of grouping sets that is made of another key; name it in SELECT and group by its name, which',
      );
    }
    const isCovered = paths(node, forms).every((path) => path.some((each) => columns.has(each)));
    if (isCovered) derived.set(form, SQL`CASE WHEN true THEN ${expression.sql} END`);
  }
  return derived;
}

/** The forms of an expression and of all within it; of a path, those that it is a field of. */
function formsIn(node: TreeNode, forms: ExpressionForms): readonly Form[] {
  return forms.ofPath(node) ?? [forms.of(node), ...partsOf(node).flatMap((part) => formsIn(part, forms))];
}

/** The columns in a key, or fields of them, each with all that it is a field of. */
function paths(node: TreeNode, forms: ExpressionForms): readonly (readonly Form[])[] {
  if (isConstant(node)) return [];
  const path = forms.ofPath(node);
  return path ? [path] : partsOf(node).flatMap((part) => paths(part, forms));
}
