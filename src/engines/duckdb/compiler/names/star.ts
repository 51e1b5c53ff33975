import { byName } from '../../../../googlesql/tokens/by-name.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import {
  type ExpressionNode,
  type ReplacementNode,
  type SelectItemNode,
  type StarItemNode,
} from '../../../../googlesql/ast/nodes.js';
import { errorAt, UnknownColumn, unsupportedAt } from '../../../../googlesql/resolver/dialect-error.js';
import { type Expression } from '../expression.js';
import { isUnknownItem, unknownValue } from './unknown-names.js';
import { type Relation } from './relation.js';
import { isRangeVariable, type RangeVariable, type Scope } from './scope.js';
import { type ColumnPlace } from '../compiler.js';
import { fieldAt } from '../expressions/struct-value.js';

export interface StarColumn {
  readonly name: string | undefined;
  readonly expression: Expression;
  /** FROM item whose element it is. */
  readonly element?: RangeVariable;
  /** Place of an expression that the author wrote out. */
  readonly node?: ColumnPlace;
  readonly source?: SelectItemNode;
}

/** `*` and `item.*`, with EXCEPT. */
export function selectStar(item: StarItemNode, scope: Scope): StarColumn[] {
  const { of, star } = item;
  const variables = of ? [rangeVariable(of, scope)] : scope.variables;
  if (variables.some(isUnknownItem)) throw errorAt(star, 'of a table that there is not, * is not known either');
  if (variables.length === 0) throw errorAt(star, 'SELECT * needs a FROM clause');
  if (of && variables.some(({ value }) => value && value.type.kind !== 'STRUCT')) {
    throw errorAt(star, `"${of.text}" has no columns`);
  }
  const columns = of ? variables.flatMap(fieldsOf) : everyColumn(scope, star);
  const isOwn = variables.every((variable) => scope.variables.includes(variable));
  const except = new Set<string>();
  for (const word of item.except) {
    const key = word.name.toLowerCase();
    if (except.has(key)) throw errorAt(word, `EXCEPT names "${word.text}" twice`);
    except.add(key);
    if (byName(columns, word.name).length === 0) {
      const names = columns.flatMap((column) => column.name ?? []);
      const message = `EXCEPT names "${word.text}", which is not a column here`;
      unknownValue(new UnknownColumn(word, message, word.text, names), scope.context);
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
    if (!replaced.has(name.toLowerCase())) scope.groups?.note(star, expression.sql);
  }
  return kept.map((column) => ({ ...column, ...replaced.get(column.name?.toLowerCase() ?? '') }));
}

/** The names of a relation, or of a scope. */
type Rows = Pick<Relation, 'variables' | 'merged'>;

/** `REPLACE (expression AS column, …)`: the source is the expression, which may hold a window function. */
function replacements({ replace }: StarItemNode, scope: Scope) {
  const found = new Map<string, StarColumn & { readonly node: ReplacementNode }>();
  for (const node of replace) {
    const { name } = node.alias;
    const key = name.toLowerCase();
    if (found.has(key)) throw errorAt(node.alias, `REPLACE gives two values to "${name}"`);
    found.set(key, { name, expression: scope.value(node.value), node, source: node });
  }
  return found;
}

/** The columns of `*`: those that USING has merged come first, and once. */
export function everyColumn(rows: Rows, node: TextPosition): StarColumn[] {
  return listed(rows, node, columnsOf);
}

/** The columns of a relation as a whole. The element of an UNNEST is one, whatever its fields. */
export function wholeColumns(rows: Rows, node: TextPosition): StarColumn[] {
  return listed(rows, node, (element) => {
    const { name, columns, value } = element;
    return [...(value ? [{ name, expression: value, element }] : []), ...columnsOf({ name, columns })];
  });
}

function listed(
  { variables, merged }: Rows,
  node: TextPosition,
  of: (variable: RangeVariable) => StarColumn[],
): StarColumn[] {
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

function rangeVariable(node: ExpressionNode, scope: Scope): RangeVariable {
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
function columnsOf(variable: RangeVariable): StarColumn[] {
  const { value } = variable;
  const columns = variable.columns.map((column) => ({ name: column.name || undefined, expression: column }));
  if (value?.type.kind === 'STRUCT') return [...fieldsOf(variable), ...columns];
  return value ? [{ name: variable.name, expression: value }, ...columns] : columns;
}

/** The columns of `item.*`. */
function fieldsOf(variable: RangeVariable): StarColumn[] {
  const { value } = variable;
  if (!value) return columnsOf(variable);
  const fields = value.type.kind === 'STRUCT' ? value.type.fields : [];
  return fields.map(({ name }, index) => ({ name: name || undefined, expression: fieldAt(value, index) }));
}
