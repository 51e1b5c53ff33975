import { type ColumnPlace } from '../output-column.js';
import { type ReplacementNode, type ExpressionNode, type SelectItemNode, type StarItemNode } from '../../ast/nodes.js';
import { byName } from '../../tokens/by-name.js';
import { type TextPosition } from '../../tokens/text-position.js';
import { type TypedValue } from '../../types/coercion.js';
import { errorAt, UnknownColumn, unsupportedAt } from '../dialect-error.js';
import { type NameScope } from './name-scope.js';
import { type FieldAt, fieldsOf, isRangeVariable, isUnknownItem, type RangeVariable, type Rows } from './rows.js';

/** A column that a star stands for. */
export interface StarColumn<V extends TypedValue> {
  readonly name: string | undefined;
  readonly expression: V;
  /** FROM item whose element it is. */
  readonly element?: RangeVariable<V>;
  /** Place of an expression that the author wrote out. */
  readonly node?: ColumnPlace;
  readonly source?: SelectItemNode;
}

/** `*` and `item.*`, with EXCEPT and REPLACE. */
export function selectStar<V extends TypedValue>(item: StarItemNode, scope: NameScope<V>): StarColumn<V>[] {
  const { of, star } = item;
  const variables = of ? [rangeVariable(of, scope)] : scope.variables;
  if (variables.some(isUnknownItem)) throw errorAt(star, 'of a table that there is not, * is not known either');
  if (variables.length === 0) throw errorAt(star, 'SELECT * needs a FROM clause');
  if (of && variables.some(({ value }) => value && value.type.kind !== 'STRUCT')) {
    throw errorAt(star, `"${of.text}" has no columns`);
  }
  const fieldAt: FieldAt<V> = (value, index) => scope.fieldAt(value, index);
  const columns = of ? variables.flatMap((each) => columnsBehind(each, fieldAt)) : everyColumn(scope, star, fieldAt);
  const isOwn = variables.every((variable) => scope.variables.includes(variable));
  const except = new Set<string>();
  for (const word of item.except) {
    const key = word.name.toLowerCase();
    if (except.has(key)) throw errorAt(word, `EXCEPT names "${word.text}" twice`);
    except.add(key);
    if (byName(columns, word.name).length === 0) {
      const names = columns.flatMap((column) => column.name ?? []);
      const message = `EXCEPT names "${word.text}", which is not a column here`;
      scope.unknown(new UnknownColumn(word, message, word.text, names));
    }
  }
  const replaced = replacements(item, scope);
  for (const [name, { node }] of replaced) {
    if (except.has(name)) throw errorAt(node.alias, `"${node.alias.text}" cannot be left out and be replaced`);
    if (byName(columns, name).length !== 1)
      throw errorAt(node, `REPLACE gives a value to "${name}", which is not one column here`);
  }
  const kept = columns.filter((column) => !except.has(column.name?.toLowerCase() ?? ''));
  if (kept.length === 0) throw errorAt(star, 'EXCEPT leaves no column');
  for (const { name = '', expression } of isOwn ? kept : []) {
    if (!replaced.has(name.toLowerCase())) scope.noteRead(star, expression);
  }
  return kept.map((column) => ({ ...column, ...replaced.get(column.name?.toLowerCase() ?? '') }));
}

/** `REPLACE (expression AS column, …)`: the source is the expression, which may hold a window function. */
function replacements<V extends TypedValue>({ replace }: StarItemNode, scope: NameScope<V>) {
  const found = new Map<string, StarColumn<V> & { readonly node: ReplacementNode }>();
  for (const node of replace) {
    const { name } = node.alias;
    const key = name.toLowerCase();
    if (found.has(key)) throw errorAt(node.alias, `REPLACE gives two values to "${name}"`);
    found.set(key, { name, expression: scope.value(node.value), node, source: node });
  }
  return found;
}

/** The columns of `*`: those that USING has merged come first, and once. */
export function everyColumn<V extends TypedValue>(
  rows: Rows<V>,
  node: TextPosition,
  fieldAt: FieldAt<V>,
): StarColumn<V>[] {
  return listed(rows, node, (variable) => columnsOf(variable, fieldAt));
}

/** The columns of rows as a whole. The element of an UNNEST is one, whatever its fields. */
export function wholeColumns<V extends TypedValue>(rows: Rows<V>, node: TextPosition): StarColumn<V>[] {
  return listed(rows, node, (element) => {
    const { name, value } = element;
    return [...(value ? [{ name, expression: value, element }] : []), ...plainColumns(element)];
  });
}

function listed<V extends TypedValue>(
  { variables, merged }: Rows<V>,
  node: TextPosition,
  of: (variable: RangeVariable<V>) => StarColumn<V>[],
): StarColumn<V>[] {
  const all = variables.filter(({ replaced }) => !replaced).flatMap(of);
  const doubtful = merged.find(({ name, sides }) => byName(all, name).length !== sides);
  if (doubtful)
    throw unsupportedAt(
      node,
      `* over a join with USING and another column "${doubtful.name}"; name the columns, which`,
    );
  const hidden = new Set(merged.flatMap(({ name }) => byName(all, name)));
  return [
    ...merged.map((column) => ({ name: column.name, expression: column })),
    ...all.filter((column) => !hidden.has(column)),
  ];
}

function rangeVariable<V extends TypedValue>(node: ExpressionNode, scope: NameScope<V>): RangeVariable<V> {
  if (node.type === 'Name') {
    const { name } = node;
    const [variable] = byName(scope.variables, name);
    if (variable) return variable;
    const found = scope.lookup(name, node);
    if (found && isRangeVariable(found)) return found;
  }
  return { name: undefined, columns: [], value: scope.value(node) };
}

/** The columns of a FROM item in `*`; for UNNEST, the element or its fields, and the offset. */
function columnsOf<V extends TypedValue>(variable: RangeVariable<V>, fieldAt: FieldAt<V>): StarColumn<V>[] {
  const { name, value } = variable;
  if (!value) return plainColumns(variable);
  const own = value.type.kind === 'STRUCT' ? fieldColumns(value, fieldAt) : [{ name, expression: value }];
  return [...own, ...plainColumns(variable)];
}

/** The columns of `item.*`. */
function columnsBehind<V extends TypedValue>(variable: RangeVariable<V>, fieldAt: FieldAt<V>): StarColumn<V>[] {
  return variable.value ? fieldColumns(variable.value, fieldAt) : plainColumns(variable);
}

function plainColumns<V extends TypedValue>({ columns }: RangeVariable<V>): StarColumn<V>[] {
  return columns.map((column) => ({ name: column.name || undefined, expression: column }));
}

function fieldColumns<V extends TypedValue>(value: V, fieldAt: FieldAt<V>): StarColumn<V>[] {
  return fieldsOf(value).map(({ name }, index) => ({ name: name || undefined, expression: fieldAt(value, index) }));
}
