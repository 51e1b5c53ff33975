import { type AliasedExpression, type ExpressionNode, type PivotNode } from '../../ast/nodes.js';
import { isConstant } from '../../checks/constant.js';
import { AGGREGATE_NAMES } from '../../functions/catalogue.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { isCoercible, type TypedValue } from '../../types/coercion.js';
import { type SqlType, typeName } from '../../types/types.js';
import { mayAggregate, refuseAggregate, refuseWindow } from '../aggregation.js';
import { errorAt, unsupportedAt } from '../dialect-error.js';
import { readWrittenNumeric } from '../expressions/literals.js';
import { isGroupable, ungroupable } from '../groupable.js';
import { MAX_COLUMNS } from '../output-column.js';
import { type Rows } from '../names/rows.js';
import { type QueryScope } from '../queries/query-scope.js';

/** Refuses elements of arrays among the rows of PIVOT and UNPIVOT. */
export function refuseElements({ variables }: Rows, operator: TextPosition, word: string): void {
  if (!variables.some(({ value }) => value)) return;
  throw errorAt(operator, `${word} takes no arrays of UNNEST; SELECT from them first`);
}

/** The expression after FOR. */
export function pivotInput(node: ExpressionNode, scope: QueryScope): TypedValue {
  refuseAggregate(node, 'PIVOT compares a value of each row');
  refuseWindow(node, 'PIVOT');
  const input = scope.value(node);
  if (!isGroupable(input.type)) throw ungroupable(node, 'PIVOT FOR', input.type);
  return input;
}

/** A call in front of FOR, and its value. */
interface PivotAggregate {
  readonly node: AliasedExpression;
  readonly value: TypedValue;
}

/** The calls in front of FOR. */
export function pivotAggregates({ aggregates }: PivotNode, scope: QueryScope): PivotAggregate[] {
  return aggregates.map((node) => {
    expectAggregate(node.value);
    return { node, value: scope.value(node.value) };
  });
}

function expectAggregate(node: ExpressionNode): void {
  if (node.type !== 'Call' || node.isSafe || node.over || !(AGGREGATE_NAMES.has(node.name) || mayAggregate(node))) {
    throw errorAt(node, 'PIVOT takes calls of aggregate functions; write expressions inside of them');
  }
  const { name, nulls, args } = node;
  if (args.length > 1) throw errorAt(node, 'PIVOT takes aggregate functions of one argument');
  if (name === 'GROUPING') throw errorAt(node, 'PIVOT makes its groups itself; GROUPING tells nothing of them');
  if (nulls?.areIgnored === false || (name === 'ARRAY_AGG' && !nulls)) {
    throw errorAt(node, 'PIVOT takes aggregate functions that pass over NULL; write IGNORE NULLS');
  }
}

/** Refuses values after IN that rows cannot be compared with. @param nothing a scope without names */
export function expectValues(operator: PivotNode, type: SqlType, nothing: QueryScope): void {
  const { values, aggregates } = operator;
  for (const node of values) {
    if (!isConstant(node.value)) throw errorAt(node, 'a value of PIVOT is a constant');
    const value = nothing.value(node.value);
    if (!isCoercible(value, type)) {
      throw errorAt(node, `this is ${typeName(value.type)}, but PIVOT compares it with ${typeName(type)}`);
    }
    if (type.kind === 'NUMERIC' && value.digits !== undefined) readWrittenNumeric(value.digits, node.value);
  }
  if (values.length * aggregates.length > MAX_COLUMNS) {
    throw unsupportedAt(operator, `a PIVOT that makes more than ${MAX_COLUMNS} columns`);
  }
}
