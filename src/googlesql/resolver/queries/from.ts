import { type FromNode, type JoinedItemNode, type TableNode } from '../../ast/nodes.js';
import { byName, isSameName } from '../../tokens/by-name.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type ArrayItemNode, isArrayItem, startsInScope } from '../array-item.js';
import { refuseAggregate } from '../aggregation.js';
import { errorAt } from '../dialect-error.js';
import { condition } from '../expressions/expression-scope.js';
import { comparedType, expectEquatable } from '../expressions/equality.js';
import { refuseComma, refuseSummariesInOn, tableFunction, unknownTable } from '../from-refusals.js';
import { implicitName } from '../names/implicit-name.js';
import { refuseTwins, sideColumn } from '../names/join-columns.js';
import { isOpen, OPEN } from '../open.js';
import { pivoted } from '../pivot/pivot.js';
import { unpivoted } from '../pivot/unpivot.js';
import { type Merged, OpenColumns, openFields, type RangeVariable, type Rows } from '../names/rows.js';
import { findTable } from '../table-path.js';
import { type TableColumns } from '../tables.js';
import { definiteType, INT64, typeName, withoutForms } from '../../types/types.js';
import { resolvePart } from './calls.js';
import { derived } from './outputs.js';
import { type QueryContext, QueryScope } from './query-scope.js';

/** A table of which nothing is known. */
const OPEN_TABLE: TableColumns = { columns: [], isPartial: true };

const NOTHING: Rows = { variables: [], merged: [] };

/** The rows of a FROM clause, by the names that it brings. */
export function resolveFrom(item: FromNode | undefined, context: QueryContext): Rows {
  return item ? rowsOf(item, context) : NOTHING;
}

function rowsOf(node: FromNode, context: QueryContext): Rows {
  switch (node.type) {
    case 'Table':
      return startsInScope(context.outer, node)
        ? standalone(node, new QueryScope(context, []))
        : namedTable(node, context);
    case 'UnnestItem':
      return standalone(node, new QueryScope(context, []));
    case 'QueryItem':
      return derived(context.resolver.query(node.query, context, false), node.alias?.name);
    case 'BracketedJoin':
      return rowsOf(node.inner, context);
    case 'Join':
      refuseComma(node);
      return joinWith(node, rowsOf(node.left, context), context);
    case 'Reshaped': {
      const input = rowsOf(node.input, context);
      return node.by.type === 'Pivot' ? pivoted(input, node.by, context) : unpivoted(input, node.by, context);
    }
    case 'TableFunction':
      if (!context.isLenient) throw tableFunction(node);
      for (const arg of node.args) {
        if (arg.type === 'Query') context.resolver.query(arg, context, false);
        else resolvePart(arg, new QueryScope(context, []));
      }
      return { variables: [tableNamed(undefined, OPEN_TABLE)], merged: [] };
  }
}

/** A table or a WITH query by its plain name, which needs no alias. WITH queries hide tables. */
function namedTable(node: TableNode, context: QueryContext): Rows {
  const { path, isPlain, alias, offset } = node;
  if (offset) throw errorAt(offset, `"${offset.text}" stands behind an array`);
  const { tables, resolution } = context;
  const query = isPlain ? context.queries.get(path.toLowerCase())?.() : undefined;
  if (query) {
    resolution.sources.note(node, { query: query.withQuery });
    return derived(query, alias?.name ?? path);
  }
  const name = alias?.name ?? path.slice(path.lastIndexOf('.') + 1);
  const table = findTable(path, tables) ?? (tables.about?.hasOthers ? OPEN_TABLE : undefined);
  resolution.sources.note(node, { table });
  return { variables: [table ? tableNamed(name, table) : unknownItem(name, node, context)], merged: [] };
}

/** The item that stands for an unknown table. */
function unknownItem(name: string, node: TableNode, context: QueryContext): RangeVariable {
  const { tables, queries } = context;
  new QueryScope(context, []).unknown(unknownTable(node, node.path, tables, queries.keys()));
  return tableNamed(name, OPEN_TABLE);
}

function tableNamed(
  name: string | undefined,
  { columns, isValueTable, unread, isPartial }: TableColumns,
): RangeVariable {
  const [value] = isValueTable ? columns : [];
  if (value) return { name, columns: [], value: { type: withoutForms(value.type) } };
  // Each item has columns of its own, also two of one table.
  const own = columns.map((column) => ({ ...column, type: withoutForms(column.type) }));
  return { name, columns: own, unread, open: isPartial ? new OpenColumns() : undefined };
}

/** Joins an item to the rows before it. */
export function joinWith(node: JoinedItemNode, before: Rows, context: QueryContext): Rows {
  const { kind, right, on, using } = node;
  const scope = new QueryScope(context, before.variables, { merged: before.merged });
  const isArray = right.type === 'UnnestItem' || (isArrayItem(right) && startsInScope(scope, right));
  const after = isArray ? standalone(right, scope) : rowsOf(right, context);
  const variables = [...before.variables, ...after.variables];
  const joined = { variables, merged: [...before.merged, ...after.merged] };
  if (using) return joinUsing(node, before, after, context);
  refuseTwins(variables, right);
  if (kind === 'CROSS' && on) throw errorAt(node, 'CROSS JOIN takes no condition');
  // The elements of an array need no condition to be joined to the rows on their left.
  const isBare = kind === 'CROSS' || (isArray && (kind === 'INNER' || kind === 'LEFT'));
  if (!on && !isBare) throw errorAt(node, `${kind} JOIN needs ON or USING`);
  if (on) {
    refuseSummariesInOn(on);
    condition(on.condition, new QueryScope(context, variables, joined));
  }
  return joined;
}

/** USING: the plain name means the column of both sides from here on. */
function joinUsing(
  { kind, right, using, ...node }: JoinedItemNode,
  before: Rows,
  after: Rows,
  context: QueryContext,
): Rows {
  if (kind === 'CROSS') throw errorAt(node, 'CROSS JOIN takes no condition');
  const merged = (using?.columns ?? []).map((word) => {
    const [left, other] = [sideColumn(before, 'left', word), sideColumn(after, 'right', word)];
    context.resolution.sides.note(word, [left.place, other.place]);
    if (using) expectEquatable([left, other], using);
    return { ...mergedValue(kind, left, other, using ?? word), name: word.name, sides: left.sides + other.sides };
  });
  const variables = [...before.variables, ...after.variables];
  // Values of one name that USING has merged are one column.
  const others = variables.filter(({ name, value }) => !value || byName(merged, name ?? '').length === 0);
  refuseTwins(others, right);
  const kept = [...before.merged, ...after.merged].filter(({ name }) => byName(merged, name).length === 0);
  return { variables, merged: [...merged, ...kept] };
}

function mergedValue(kind: string, left: Merged, right: Merged, place: TextPosition): Omit<Merged, 'name' | 'sides'> {
  if (kind === 'FULL') return [left, right].some(isOpen) ? OPEN : { type: comparedType([left, right], place) };
  const { type, same } = kind === 'RIGHT' ? right : left;
  return { type, same };
}

/** The elements of an array in FROM, and their offsets. */
function standalone(node: ArrayItemNode, scope: QueryScope): Rows {
  const variable = elementOf(node, scope);
  refuseTwins([variable], node);
  return { variables: [variable], merged: [] };
}

function elementOf(node: ArrayItemNode, scope: QueryScope): RangeVariable {
  const { alias, offset } = node;
  const path = node.type === 'Table' ? node.array?.path : undefined;
  const argument = node.type === 'Table' ? path : node.array;
  if (node.type === 'Table') {
    const owner = scope.variables.findIndex((variable) => isSameName(variable.name, node.array?.first ?? ''));
    scope.context.resolution.arrays.note(node, { owner });
  }
  if (!argument) throw new TypeError(`${node.text} is no array`);
  refuseAggregate(argument, 'FROM comes before there are groups; work it out in a WITH query first');
  const array = scope.value(argument);
  const { type } = array;
  const name = alias?.name ?? (path && implicitName(path, (each) => scope.isNamed(each)));
  if (type.kind !== 'ARRAY' && !isOpen(array))
    throw errorAt(argument, `UNNEST needs an ARRAY, found ${typeName(type)}`);
  const value = type.kind === 'ARRAY' ? { type: definiteType(type.element) } : OPEN;
  const offsetName = offset && (offset.alias?.name ?? 'offset');
  const columns = offsetName === undefined ? [] : [{ name: offsetName, type: INT64 }];
  return { name, columns, value, offsetName, open: openFields(value) };
}
