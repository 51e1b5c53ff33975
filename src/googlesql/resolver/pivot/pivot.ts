import { type ExpressionNode, type NameNode, type PivotNode, type WrittenNode } from '../../ast/nodes.js';
import { partsOf, type TreeNode } from '../../ast/parts.js';
import { byName } from '../../tokens/by-name.js';
import { type TypedValue } from '../../types/coercion.js';
import { derived } from '../queries/outputs.js';
import { type QueryContext, QueryScope } from '../queries/query-scope.js';
import { type ResolvedColumn } from '../queries/resolved-query.js';
import { hasOpenColumns, isMerged, isRangeVariable, type RangeVariable, type Rows } from '../names/rows.js';
import { type Lookup, type Meaning } from '../names/name-scope.js';
import { everyColumn } from '../names/star.js';
import { pivotColumnName } from './pivot-names.js';
import { isGroupable, ungroupableKey } from '../groupable.js';
import { expectValues, pivotAggregates, pivotInput, refuseElements } from './pivot-parts.js';

/** `PIVOT(aggregate(x) FOR input IN (value, …))`: a column for each value. All columns that it does not read are the keys of the groups. */
export function pivoted(left: Rows, operator: PivotNode, context: QueryContext): Rows {
  refuseElements(left, operator, 'PIVOT');
  const scope = new ReadingScope(context, left.variables, { merged: left.merged });
  const { type } = pivotInput(operator.input, scope);
  const aggregates = pivotAggregates(operator, scope);
  expectValues(operator, type, QueryScope.ofNothing(context));
  const read = scope.columnsRead([operator.input, ...operator.aggregates.map(({ value }) => value)]);
  const keys = everyColumn(left, operator).filter(({ expression }) => !isRead(expression, read));
  const other = keys.find(({ expression }) => !isGroupable(expression.type));
  if (other) throw ungroupableKey(operator, other.name, other.expression.type);
  const kept = keys.map(({ name, expression }): ResolvedColumn => ({ name, node: operator, value: expression }));
  const made = operator.values.flatMap((value) =>
    aggregates.flatMap(({ node, value: { type: own } }) => {
      const name = pivotColumnName(node, aggregates.length === 1, value, type);
      return name === undefined ? [] : [{ name, node, value: { type: own } }];
    }),
  );
  context.resolution.pivots.note(operator, { keys, names: made.map(({ name }) => name) });
  const isPartial = hasOpenColumns(left) || made.length < operator.values.length * aggregates.length;
  return derived({ columns: [...kept, ...made], isPartial }, operator.alias?.name);
}

/** Whether a column is read; one that USING has merged is that of a side, too. */
function isRead(column: TypedValue, read: ReadonlySet<TypedValue>): boolean {
  return read.has(column) || (isMerged(column) && column.same !== undefined && read.has(column.same));
}

/** A scope that knows the columns that expressions have read. */
class ReadingScope extends QueryScope {
  private readonly found = new Map<WrittenNode, TypedValue | RangeVariable>();

  override lookup(name: string, node: WrittenNode, how: Lookup = {}): Meaning | undefined {
    const found = super.lookup(name, node, how);
    if (found && !how.isQuestion) this.found.set(node, found.value);
    return found;
  }

  /** Returns the columns that these expressions have read. The row of a FROM item is all of its columns. */
  columnsRead(expressions: readonly ExpressionNode[]): ReadonlySet<TypedValue> {
    const fields = new Map<WrittenNode, NameNode>();
    for (const expression of expressions) noteFields(expression, fields);
    const read = [...this.found].flatMap(([node, found]): readonly TypedValue[] => {
      if (!isRangeVariable(found)) return [found];
      const field = fields.get(node);
      return field ? byName(found.columns, field.name) : found.columns;
    });
    return new Set(read);
  }
}

/** Notes the field behind each name that a path begins with. */
function noteFields(node: TreeNode, fields: Map<WrittenNode, NameNode>): void {
  if (node.type === 'Field') fields.set(node.operand, node.field);
  for (const part of partsOf(node)) noteFields(part, fields);
}
