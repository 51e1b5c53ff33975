import { type ColumnPlace } from '../output-column.js';
import { type ReplacementNode, type ExpressionNode, type SelectItemNode, type StarItemNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt, UnknownColumn, unsupportedAt } from '../dialect-error.js';
import { type NamePlace, type RowPlace, type WrittenValue } from './name-place.js';
import { type NameScope } from './name-scope.js';
import {
  elementField,
  fieldsOf,
  hasOpenColumns,
  isRangeVariable,
  openFields,
  type RangeVariable,
  type Rows,
} from './rows.js';
import { isOpen } from '../open.js';

/** A column of rows as a whole. */
export interface RowColumn {
  readonly name: string | undefined;
  readonly expression: TypedValue;
  readonly place: RowPlace;
  /** Place of the FROM item whose element it is. */
  readonly element?: number;
}

/** A column that a star stands for. */
export interface StarColumn extends Omit<RowColumn, 'place' | 'element'> {
  readonly place: NamePlace | WrittenValue;
  /** Place of an expression that the author wrote out. */
  readonly node?: ColumnPlace;
  readonly source?: SelectItemNode;
}

/** The columns of `*` or `item.*`. */
export interface Star {
  readonly columns: readonly StarColumn[];
  /** Whether it stands for columns beside these, which are not known here. */
  readonly isPartial: boolean;
  /** Place of the FROM item in front of `.*`; undefined without one, for an item of a query around, and for fields of a value. */
  readonly item?: number | undefined;
}

/** `*` and `item.*`, with EXCEPT and REPLACE. */
export function selectStar(item: StarItemNode, scope: NameScope): Star {
  const { of, star } = item;
  const row = of && rowOf(of, scope);
  const variables = row ? [row.variable] : scope.variables;
  const isPartial = row ? row.variable.open !== undefined : hasOpenColumns(scope);
  if (variables.length === 0) throw errorAt(star, 'SELECT * needs a FROM clause');
  if (of && variables.some(({ value }) => value && value.type.kind !== 'STRUCT' && !isOpen(value))) {
    throw errorAt(star, `"${of.text}" has no columns`);
  }
  const columns = row
    ? columnsBehind(row)
    : everyColumn(scope, star).map((column): StarColumn => ({ ...column, place: { ...column.place, depth: 0 } }));
  if (columns.length === 0 && !isPartial) throw errorAt(star, 'there is no column that * could stand for');
  const isOwn = variables.every((variable) => scope.variables.includes(variable));
  const except = new Set<string>();
  for (const word of item.except) {
    const key = word.name.toLowerCase();
    if (except.has(key)) throw errorAt(word, `EXCEPT names "${word.text}" twice`);
    except.add(key);
    if (byName(columns, word.name).length === 0 && !isPartial) {
      const names = columns.flatMap((column) => column.name ?? []);
      const message = `EXCEPT names "${word.text}", which is not a column here`;
      scope.unknown(new UnknownColumn(word, message, word.text, names));
    }
  }
  const replaced = replacements(item, scope);
  for (const [name, { node }] of replaced) {
    if (except.has(name)) throw errorAt(node.alias, `"${node.alias.text}" cannot be left out and be replaced`);
    const found = byName(columns, name).length;
    if (found > 1 || (found === 0 && !isPartial))
      throw errorAt(node, `REPLACE gives a value to "${name}", which is not one column here`);
  }
  const kept = columns.filter((column) => !except.has(column.name?.toLowerCase() ?? ''));
  if (kept.length === 0 && !isPartial) throw errorAt(star, 'EXCEPT leaves no column');
  for (const { name = '', expression } of isOwn ? kept : []) {
    if (!replaced.has(name.toLowerCase())) scope.noteRead(star, expression);
  }
  const others = isPartial ? [...replaced.values()].filter(({ name = '' }) => byName(kept, name).length === 0) : [];
  const all = [...kept.map((column) => ({ ...column, ...replaced.get(column.name?.toLowerCase() ?? '') })), ...others];
  const { place } = row ?? {};
  return { columns: all, isPartial, item: place?.of === 'item' && place.depth === 0 ? place.index : undefined };
}

/** `REPLACE (expression AS column, …)`: the source is the expression, which may hold a window function. */
function replacements({ replace }: StarItemNode, scope: NameScope) {
  const found = new Map<string, StarColumn & { readonly node: ReplacementNode }>();
  for (const node of replace) {
    const { name } = node.alias;
    const key = name.toLowerCase();
    if (found.has(key)) throw errorAt(node.alias, `REPLACE gives two values to "${name}"`);
    const place = { of: 'value', node: node.value } as const;
    found.set(key, { name, expression: scope.value(node.value), place, node, source: node });
  }
  return found;
}

/** The columns of `*`: those that USING has merged come first, and once. */
export function everyColumn(rows: Rows, node: TextPosition): RowColumn[] {
  return listed(rows, node, columnsOf);
}

/** The columns of rows as a whole. The element of an UNNEST is one, whatever its fields. */
export function wholeColumns(rows: Rows, node: TextPosition): RowColumn[] {
  return listed(rows, node, (variable, index) => {
    const { name, value } = variable;
    const place = { of: 'item', index } as const;
    return [...(value ? [{ name, expression: value, place, element: index }] : []), ...plainColumns(variable, place)];
  });
}

function listed(
  { variables, merged }: Rows,
  node: TextPosition,
  of: (variable: RangeVariable, index: number) => RowColumn[],
): RowColumn[] {
  const all = variables.flatMap((variable, index) => (variable.replaced ? [] : of(variable, index)));
  const doubtful = merged.find(({ name, sides }) => byName(all, name).length !== sides);
  if (doubtful)
    throw unsupportedAt(
      node,
      `* over a join with USING and another column "${doubtful.name}"; name the columns, which`,
    );
  const hidden = new Set(merged.flatMap(({ name }) => byName(all, name)));
  return [
    ...merged.map((column, index): RowColumn => {
      return { name: column.name, expression: column, place: { of: 'merged', index } };
    }),
    ...all.filter((column) => !hidden.has(column)),
  ];
}

/** A row in front of `.*`. */
interface StarredRow {
  readonly variable: RangeVariable;
  readonly place: NamePlace | WrittenValue;
}

function rowOf(node: ExpressionNode, scope: NameScope): StarredRow {
  if (node.type === 'Name') {
    const { name } = node;
    const [variable] = byName(scope.variables, name);
    if (variable) return { variable, place: { of: 'item', index: scope.variables.indexOf(variable), depth: 0 } };
    const found = scope.lookup(name, node, { isPath: true });
    if (found && isRangeVariable(found.value)) return { variable: found.value, place: found.place };
  }
  const value = scope.value(node);
  const variable = { name: undefined, columns: [], value, open: openFields(value) };
  return { variable, place: { of: 'value', node } };
}

/** The columns of a FROM item in `*`; for UNNEST, the element or its fields, and the offset. */
function columnsOf(variable: RangeVariable, index: number): RowColumn[] {
  const { name, value } = variable;
  const place = { of: 'item', index } as const;
  if (!value) return plainColumns(variable, place);
  const isRecord = value.type.kind === 'STRUCT' || isOpen(value);
  const own = isRecord ? fieldColumns(value, place) : [{ name, expression: value, place }];
  return [...own, ...plainColumns(variable, place)];
}

/** The columns of `item.*`. */
function columnsBehind({ variable, place }: StarredRow): StarColumn[] {
  return variable.value ? fieldColumns(variable.value, place) : plainColumns(variable, place);
}

function plainColumns<P extends object>({ columns }: RangeVariable, place: P) {
  return columns.map((column, index) => {
    return { name: column.name || undefined, expression: column, place: { ...place, column: index } };
  });
}

function fieldColumns<P extends object>(value: TypedValue, place: P) {
  return fieldsOf(value).map(({ name }, index) => {
    return { name: name || undefined, expression: elementField(value, index), place: { ...place, field: index } };
  });
}
