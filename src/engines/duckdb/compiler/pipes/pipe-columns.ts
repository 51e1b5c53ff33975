import { forgotten } from '../../../../googlesql/resolver/pipes/whole-rows.js';
import {
  type PipeAs,
  type PipeDistinct,
  type PipeExtendNode,
  type PipeSelectNode,
} from '../../../../googlesql/ast/nodes.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { type Expression } from '../expression.js';
import { isGroupable, ungroupable } from '../../../../googlesql/resolver/groupable.js';
import { derivedTable } from '../names/rebind.js';
import { columnsOfAll } from './whole-relation.js';
import { columnsUnder, derived, type Relation } from '../names/relation.js';
import { type ScopeColumn, type Scope } from '../names/scope.js';
import { NOTHING, SQL } from '../sql-tree/sql.js';
import {
  readable,
  nameOutputs,
  outputSql,
  recordItem,
  selectItems,
  selectOf,
  type Unnamed,
} from '../queries/outputs.js';

const DISTINCT = SQL`DISTINCT `;

/** `|> SELECT`: nothing but its items can be named afterwards. */
export function selected(left: Relation, node: PipeSelectNode, scope: Scope): Relation {
  const { isDistinct, rowsAs } = node;
  const items = node.items.flatMap((each) => selectItems(each, scope));
  if (isDistinct) refuseNested(items, node);
  const distinctly = isDistinct ? DISTINCT : NOTHING;
  if (rowsAs === undefined) return ofItems(left, items, undefined, scope, distinctly);
  const row = rowsAs === 'VALUE' ? items : [recordItem(items, node)];
  return ofItems(left, row, undefined, scope, distinctly, true);
}

/** `|> EXTEND`: more columns, beside all that could be named. */
export function extended(left: Relation, node: PipeExtendNode, scope: Scope): Relation {
  const items = node.items.flatMap((each) => selectItems(each, scope));
  const { columns, ...beside } = besides(left, items, scope);
  return { ...beside, variables: [...beside.variables, { name: undefined, columns }] };
}

/** A derived table of everything before and of these items. */
export function besides(
  left: Relation,
  items: readonly Unnamed[],
  scope: Scope,
): Relation & { readonly columns: readonly ScopeColumn[] } {
  const alias = scope.context.aliases.next('pipe');
  // Earlier outputs end in an underscore and a number, so that none is called as one of these.
  const outputs = nameOutputs(items).map((item, index) => ({ ...item, output: `item ${index}` }));
  return {
    ...derivedTable(left, alias, outputs.map(outputSql)),
    columns: columnsUnder(alias, readable(NOTHING, { sql: NOTHING, columns: outputs })),
  };
}

/** `|> DISTINCT` */
export function distinct(left: Relation, node: PipeDistinct, scope: Scope): Relation {
  const items = columnsOfAll(left, node, scope.context);
  refuseNested(items, node);
  if (!scope.context.resolution.rows.of(node).isPlain) {
    const now = ofItems(left, items, undefined, scope, DISTINCT);
    return { ...now, variables: [...forgotten(left.variables), ...now.variables] };
  }
  return derivedTable(left, scope.context.aliases.next('pipe'), [], NOTHING, DISTINCT);
}

function refuseNested(items: readonly Unnamed[], node: TextPosition): void {
  // Arrays that a table lacks are not yet empty here.
  const isHeld = ({ nullableSql, record }: Expression) => nullableSql !== undefined || record !== undefined;
  const nested = items.find(({ expression }) => !isGroupable(expression.type) || isHeld(expression));
  if (nested) throw ungroupable(node, 'DISTINCT over', nested.expression.type);
}

/** `|> AS name`: one name for all columns. */
export function named(left: Relation, node: PipeAs, scope: Scope): Relation {
  return ofItems(left, columnsOfAll(left, node, scope.context), node.alias.name, scope);
}

/** A derived table of these items. */
function ofItems(
  left: Relation,
  items: readonly Unnamed[],
  name: string | undefined,
  scope: Scope,
  quantifier = NOTHING,
  isValueTable = false,
): Relation {
  const rest = left.sql.length > 0 ? SQL` FROM ${left.sql}` : NOTHING;
  return derived({ ...selectOf(nameOutputs(items), rest, quantifier), isValueTable }, name, scope.context);
}
