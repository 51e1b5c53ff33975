import { fieldAt } from '../expressions/struct-value.js';
import { everyColumn, type StarColumn } from '../../../../googlesql/resolver/star.js';
import { pivotColumnName } from '../../../../googlesql/resolver/pivot-names.js';
import { functionsThat, AGGREGATE_NAMES } from '../../../../googlesql/functions/catalogue.js';
import { type PivotNode, type ExpressionNode, type AliasedExpression } from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { errorAt, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression, typed, coerce } from '../expression.js';
import { isGroupable } from '../../../../googlesql/resolver/groupable.js';
import { derivedTable } from '../names/rebind.js';
import { derived, type Relation } from '../names/relation.js';
import { type QueryContext, Scope } from '../names/scope.js';
import { typeName, type SqlType } from '../../../../googlesql/types/types.js';
import { joinSql, NOTHING, SQL, nameSql, wordSql, type Sql } from '../sql-tree/sql.js';
import { contains } from '../sql-tree/folds.js';
import { nameOutputs, selectOf, type Unnamed } from '../queries/outputs.js';
import { isConstant } from '../../../../googlesql/checks/constant.js';
import { refuseAggregate, refuseWindow } from '../../../../googlesql/resolver/aggregation.js';
import { numericOfLiteral } from '../literals/literals.js';

/** Most columns of one PIVOT; BigQuery's tables have no more either. */
const MAX_COLUMNS = 10_000;

/** Aggregate functions that are 0 without rows, where all others are NULL. */
const COUNTS = functionsThat(({ isCount }) => isCount === true);

/**
 * `PIVOT(aggregate(x) FOR input IN (value, …))`: a column for each value, over the rows with that input. All other columns are the keys of
 * the groups. First the rows of each key and value are aggregated, then each of the resulting few groups goes to its column.
 */
export function pivoted(left: Relation, operator: PivotNode, context: QueryContext): Relation {
  if (left.variables.some(({ value }) => value)) {
    throw errorAt(operator, 'PIVOT takes no arrays of UNNEST; SELECT from them first');
  }
  const scopeOf = ({ variables, merged }: Omit<Relation, 'sql'>) => new Scope(context, variables, { merged });
  const input = pivotInput(operator.input, scopeOf(left));
  const alias = context.aliases.next('rows');
  const rows = derivedTable(left, alias, [SQL`${input.sql} AS "input"`]);
  const aggregates = operator.aggregates.map((node) => ({ node, ...pivotAggregate(node, scopeOf(rows)) }));
  const values = pivotValues(operator.values, input.type, context);
  if (values.length * aggregates.length > MAX_COLUMNS) {
    throw unsupportedAt(operator, `a PIVOT that makes more than ${MAX_COLUMNS} columns`);
  }
  // Both lists have the same columns, in the same order.
  const original = everyColumn(left, operator, fieldAt);
  const keys = everyColumn(rows, operator, fieldAt).filter(({ expression }, index) => {
    const isNamed = aggregates.some((each) => reads(each.expression, expression));
    return !isNamed && !reads(input, original[index]?.expression ?? expression);
  });
  refuseUngroupable(keys, operator);
  const matches = values.map(({ sql }) => SQL`${alias}."input" IS NOT DISTINCT FROM ${sql}`);
  const isMatched = joinSql(matches, ' OR ');
  const by = [
    ...keys.map(({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`key_${index}`)}`),
    SQL`(${isMatched}) AS "matched"`,
    SQL`CASE WHEN ${isMatched} THEN ${alias}."input" END AS "input"`,
  ];
  const aggregated = aggregates.map(
    ({ expression }, index) => SQL`${expression.sql} AS ${nameSql(`aggregate_${index}`)}`,
  );
  const positions = by.map((_, index) => index + 1).join(', ');
  const groups = context.aliases.next('groups');
  const grouped = SQL`(SELECT ${joinSql([...by, ...aggregated], ', ')} FROM ${rows.sql} GROUP BY ${wordSql(positions)}) AS ${groups}`;
  const kept = keys.map(({ name: own, expression }, index): Unnamed => {
    return { name: own, node: operator, expression: typed(SQL`${groups}.${nameSql(`key_${index}`)}`, expression.type) };
  });
  const made = values.flatMap((value) =>
    aggregates.map(({ node, name, expression }, index): Unnamed => {
      const isIts = SQL`${groups}."matched" AND ${groups}."input" IS NOT DISTINCT FROM ${value.sql}`;
      const found = SQL`any_value(${groups}.${nameSql(`aggregate_${index}`)}) FILTER (WHERE ${isIts})`;
      return {
        name: pivotColumnName(node, aggregates.length === 1, value.node, input.type),
        node,
        expression: typed(COUNTS.has(name) ? SQL`coalesce(${found}, 0)` : found, expression.type),
      };
    }),
  );
  const outputs = nameOutputs([...kept, ...made]);
  const keptSql = kept.map(({ expression }) => expression.sql);
  const last = kept.length > 0 ? SQL` GROUP BY ${joinSql(keptSql, ', ')}` : NOTHING;
  return derived(selectOf(outputs, SQL` FROM ${grouped}${last}`), operator.alias?.name, context);
}

/** Whether an expression reads a column, in one of its two forms. */
function reads({ sql }: Expression, column: Expression): boolean {
  const held = column.record?.held?.sql ?? column.nullableSql;
  return contains(sql, column.sql) || (held !== undefined && contains(sql, held));
}

function refuseUngroupable(keys: readonly StarColumn<Expression>[], operator: TextPosition): void {
  const key = keys.find(({ expression }) => !isGroupable(expression.type));
  if (!key) return;
  const type = typeName(key.expression.type);
  throw unsupportedAt(
    operator,
    `PIVOT over rows with a column "${key.name ?? ''}" of type ${type}, which it groups by,`,
  );
}

/** A constant that rows are compared with, and the node that may give it a name. */
export interface PivotValue {
  readonly node: AliasedExpression;
  readonly sql: Sql;
}

/** The expression after FOR. */
export function pivotInput(node: ExpressionNode, scope: Scope): Expression {
  refuseAggregate(node, 'PIVOT compares a value of each row');
  refuseWindow(node, 'PIVOT');
  const { sql, type } = scope.value(node);
  if (!isGroupable(type)) throw unsupportedAt(node, `PIVOT FOR a value of type ${typeName(type)}`);
  return typed(sql, type);
}

/** One of the calls in front of FOR, with the function's name. */
export function pivotAggregate(
  { value: node }: AliasedExpression,
  scope: Scope,
): { readonly name: string; readonly expression: Expression } {
  if (node.type !== 'Call' || node.isSafe || node.over || !AGGREGATE_NAMES.has(node.name)) {
    throw errorAt(node, 'PIVOT takes calls of aggregate functions; write expressions inside of them');
  }
  const { name, nulls, args } = node;
  if (args.length > 1) throw errorAt(node, 'PIVOT takes aggregate functions of one argument');
  if (name === 'GROUPING') throw errorAt(node, 'PIVOT makes its groups itself; GROUPING tells nothing of them');
  if (nulls?.areIgnored === false || (name === 'ARRAY_AGG' && !nulls)) {
    throw errorAt(node, 'PIVOT takes aggregate functions that pass over NULL; write IGNORE NULLS');
  }
  return { name, expression: scope.value(node) };
}

/** The values after IN. */
export function pivotValues(values: readonly AliasedExpression[], type: SqlType, context: QueryContext): PivotValue[] {
  return values.map((node) => {
    if (!isConstant(node.value)) throw errorAt(node, 'a value of PIVOT is a constant');
    const exact = type.kind === 'NUMERIC' ? numericOfLiteral(node.value) : undefined;
    const value = exact ?? Scope.ofNothing(context).value(node.value);
    const sql = coerce(value, type);
    if (sql === undefined) {
      throw errorAt(node, `this is ${typeName(value.type)}, but PIVOT compares it with ${typeName(type)}`);
    }
    return { node, sql };
  });
}
