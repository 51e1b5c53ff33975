import { sortedItems } from '../../../../googlesql/resolver/pipes/pipe-refusals.js';
import { type PipeAggregateNode } from '../../../../googlesql/ast/nodes.js';
import { ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { orderKey } from '../queries/order.js';
import { derived, type Relation } from '../names/relation.js';
import { Scope } from '../names/scope.js';
import { isNested } from '../../../../googlesql/types/types.js';
import { joinSql, nonEmpty, SQL, wordSql } from '../sql-tree/sql.js';
import { nameOutputs, outputSql, selectItems } from '../queries/outputs.js';

/** `|> AGGREGATE … GROUP [AND ORDER] BY …`: the keys come first, then the results for them. */
export function pipeAggregate(left: Relation, node: PipeAggregateNode, scope: Scope): Relation {
  const { keys, results } = node;
  const { context, variables, merged } = scope;
  const keyItems = keys.flatMap(({ item }) => selectItems(item, scope));
  const behind = new Scope(context, variables, { merged, aggregated: scope, groups: { isOfSets: false } });
  const values = results.flatMap(({ item }) => selectItems(item, behind));
  const nested = keyItems.find(({ expression }) => isNested(expression.type));
  if (nested) throw ungroupable(nested.node, 'GROUP BY', nested.expression.type);
  const columns = nameOutputs([...keyItems, ...values]);
  const ordered = sortedItems(node, columns).map(({ order, column: { expression, type } }) =>
    orderKey(order, expression.sql, type),
  );
  const { guard } = context;
  const positions = keys.map((_, index) => wordSql(String(index + 1)));
  const parts = [
    SQL`SELECT ${joinSql(columns.map(outputSql), ', ')}`,
    left.sql.length > 0 && SQL`FROM ${left.sql}`,
    keys.length > 0 && SQL`GROUP BY ${joinSql(positions, ', ')}`,
    // A query without rows has one group.
    guard !== undefined && SQL`HAVING ${guard}`,
    ordered.length > 0 && SQL`ORDER BY ${joinSql(ordered, ', ')}`,
  ];
  return derived({ sql: joinSql(nonEmpty(parts), ' '), columns }, undefined, context);
}
