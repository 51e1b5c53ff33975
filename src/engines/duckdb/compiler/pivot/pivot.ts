import { isGroupable, ungroupable, ungroupableKey } from '../../../../googlesql/resolver/groupable.js';
import { functionsThat } from '../../../../googlesql/functions/catalogue.js';
import { type ExpressionNode, type PivotNode } from '../../../../googlesql/ast/nodes.js';
import { typed, coercedTo } from '../expression.js';
import { derivedTable } from '../names/rebind.js';
import { derived, type Relation } from '../names/relation.js';
import { columnAt, type QueryContext, Scope } from '../names/scope.js';
import { joinSql, NOTHING, SQL, nameSql, wordSql } from '../sql-tree/sql.js';
import { nameOutputs, selectOf, type Unnamed } from '../queries/outputs.js';
import { numericOfLiteral } from '../literals/literals.js';

/** Aggregate functions that are 0 without rows, where all others are NULL. */
const COUNTS = functionsThat(({ isCount }) => isCount === true);

function isCount(node: ExpressionNode): boolean {
  return node.type === 'Call' && COUNTS.has(node.name);
}

/**
 * `PIVOT(aggregate(x) FOR input IN (value, …))`: a column for each value, over the rows with that input. All other columns are the keys of
 * the groups. First the rows of each key and value are aggregated, then each of the resulting few groups goes to its column.
 */
export function pivoted(left: Relation, operator: PivotNode, context: QueryContext): Relation {
  const scopeOf = ({ variables, merged }: Relation) => new Scope(context, variables, { merged });
  const found = scopeOf(left).value(operator.input);
  if (!isGroupable(found.type)) throw ungroupable(operator.input, 'PIVOT FOR', found.type);
  const input = typed(found.sql, found.type);
  const alias = context.aliases.next('rows');
  const rows = derivedTable(left, alias, [SQL`${input.sql} AS "input"`]);
  const within = scopeOf(rows);
  const aggregates = operator.aggregates.map((node) => ({ node, value: within.value(node.value) }));
  const nothing = Scope.ofNothing(context);
  const values = operator.values.map(({ value: node }) => {
    const exact = input.type.kind === 'NUMERIC' ? numericOfLiteral(node) : undefined;
    return coercedTo(exact ?? nothing.value(node), input.type);
  });
  const { keys: places, names } = context.resolution.pivots.of(operator);
  const keys = places.map(({ name, place }) => ({ name, expression: columnAt(rows, place) }));
  const other = keys.find(({ expression }) => !isGroupable(expression.type));
  if (other) throw ungroupableKey(operator, other.name, other.expression.type);
  const matches = values.map((sql) => SQL`${alias}."input" IS NOT DISTINCT FROM ${sql}`);
  const isMatched = joinSql(matches, ' OR ');
  const by = [
    ...keys.map(({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`key_${index}`)}`),
    SQL`(${isMatched}) AS "matched"`,
    SQL`CASE WHEN ${isMatched} THEN ${alias}."input" END AS "input"`,
  ];
  const aggregated = aggregates.map(({ value: { sql } }, index) => SQL`${sql} AS ${nameSql(`aggregate_${index}`)}`);
  const positions = by.map((_, index) => index + 1).join(', ');
  const groups = context.aliases.next('groups');
  const grouped = SQL`(SELECT ${joinSql([...by, ...aggregated], ', ')} FROM ${rows.sql} GROUP BY ${wordSql(positions)}) AS ${groups}`;
  const kept = keys.map(({ name: own, expression }, index): Unnamed => {
    return { name: own, node: operator, expression: typed(SQL`${groups}.${nameSql(`key_${index}`)}`, expression.type) };
  });
  const made = values.flatMap((wanted, at) =>
    aggregates.map(({ node, value: { type } }, index): Unnamed => {
      const isIts = SQL`${groups}."matched" AND ${groups}."input" IS NOT DISTINCT FROM ${wanted}`;
      const found = SQL`any_value(${groups}.${nameSql(`aggregate_${index}`)}) FILTER (WHERE ${isIts})`;
      return {
        name: names[at * aggregates.length + index],
        node,
        expression: typed(isCount(node.value) ? SQL`coalesce(${found}, 0)` : found, type),
      };
    }),
  );
  const outputs = nameOutputs([...kept, ...made]);
  const keptSql = kept.map(({ expression }) => expression.sql);
  const last = kept.length > 0 ? SQL` GROUP BY ${joinSql(keptSql, ', ')}` : NOTHING;
  return derived(selectOf(outputs, SQL` FROM ${grouped}${last}`), operator.alias?.name, context);
}
