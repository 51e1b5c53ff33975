import { aggregateIn, refuseAggregate, refuseWindow } from '../grouping/aggregation.js';
import { type CstNode } from '../cst.js';
import { UNGROUPABLE } from '../types/groupable.js';
import { refuseLiteralKey } from '../literals/literal-key.js';
import { orderKey } from '../queries/order.js';
import { readable } from '../queries/query.js';
import { relation, type Relation } from '../names/relation.js';
import { type Scope } from '../names/scope.js';
import { nameOutputs, outputSql, selectItems } from '../queries/select.js';
import { isNested, typeName } from '../../../../googlesql/types/types.js';

/** `|> AGGREGATE … GROUP [AND ORDER] BY …`: the keys come first, then what is worked out for them. */
export function pipeAggregate(left: Relation, node: CstNode, scope: Scope): Relation {
  node.only('exprs', 'group_and_order_by');
  const { keys, isOrdered } = groupKeys(node.child('group_and_order_by'));
  const keyItems = keys.flatMap((each) => {
    each.claim('order', 'null_order');
    if (each.type === 'NumericLiteral' || each.type === 'Asterisk') throw each.error('GROUP BY takes expressions here');
    refuseLiteralKey(each);
    refuseAggregate(each, 'it is worked out for the groups that GROUP BY makes; group by something else');
    refuseWindow(each, 'GROUP BY');
    return selectItems(each, scope);
  });
  const results = node.list('exprs').map((each) => each.claim('order', 'null_order'));
  const values = results.flatMap((each) => {
    if (!aggregateIn(each))
      throw each.error('AGGREGATE takes aggregate functions; other expressions go to GROUP BY or |> EXTEND');
    refuseWindow(each, 'AGGREGATE');
    return selectItems(each, scope);
  });
  const nested = keyItems.find(({ expression }) => isNested(expression.type));
  if (nested)
    throw nested.node.unsupported(`GROUP BY a value of type ${typeName(nested.expression.type)}`, UNGROUPABLE);
  const columns = nameOutputs([...keyItems, ...values]);
  if (columns.length === 0) throw node.error('AGGREGATE needs an aggregate function or GROUP BY');
  const ordered = [...keys, ...results].flatMap((each, index) => {
    const column = columns[index];
    const isSorted = (isOrdered && index < keys.length) || each.has('order');
    return column && isSorted ? orderKey(each, column.expression.sql, column.type) : [];
  });
  const { guard } = scope.context;
  const parts = [
    `SELECT ${columns.map(outputSql).join(', ')}`,
    left.sql && `FROM ${left.sql}`,
    keys.length > 0 && `GROUP BY ${keys.map((_, index) => index + 1).join(', ')}`,
    // The one group of no rows.
    guard !== undefined && `HAVING ${guard}`,
    ordered.length > 0 && `ORDER BY ${ordered.join(', ')}`,
  ];
  const sql = `(${parts.filter(Boolean).join(' ')})`;
  return relation(readable(sql, { sql, columns }), undefined, scope.context);
}

/** The words GROUP [AND ORDER] BY stand one within the other. */
function groupKeys(clause: CstNode | undefined): { readonly keys: readonly CstNode[]; readonly isOrdered: boolean } {
  let node = clause;
  let isOrdered = false;
  while (node?.type === 'KeywordSequence') {
    node.only('next_keyword');
    isOrdered ||= node.keyword === 'ORDER';
    node = node.need('next_keyword');
  }
  node?.only('exprs');
  return { keys: node?.list('exprs') ?? [], isOrdered };
}
