import { byName } from '../../../../googlesql/tokens/by-name.js';
import { type CstNode, UnknownColumn } from '../cst.js';
import { type Expression } from '../expression.js';
import { compileExpression } from '../expressions/expressions.js';
import { identifierText } from '../literals/literals.js';
import { isRangeVariable, type MergedColumn, type RangeVariable, type Scope } from './scope.js';
import { fieldAt } from '../expressions/struct-value.js';

export interface StarColumn {
  readonly name: string | undefined;
  readonly expression: Expression;
  /** The FROM item whose element it is. */
  readonly element?: RangeVariable;
  /** Where the author wrote the expression out. */
  readonly node?: CstNode;
}

/** `*` and `item.*`, with EXCEPT. */
export function selectStar(node: CstNode, scope: Scope): StarColumn[] {
  const star = node.type === 'Asterisk' ? node : node.need('right');
  if (star !== node) node.only('left', 'right');
  star.only('except', 'replace');
  const variables = star === node ? scope.variables : [rangeVariable(node.need('left'), scope)];
  if (variables.length === 0) throw star.error('SELECT * needs a FROM clause');
  if (star !== node && variables.some(({ value }) => value && value.type.kind !== 'STRUCT')) {
    throw star.error(`"${node.need('left').text}" has no columns`);
  }
  const columns = star === node ? everyColumn(variables, scope.merged, star) : variables.flatMap(fieldsOf);
  const isOwn = variables.every((variable) => scope.variables.includes(variable));
  const except = exceptNames(star.child('except'));
  for (const [name, word] of except) {
    if (byName(columns, name).length === 0) {
      const names = columns.flatMap((column) => column.name ?? []);
      throw new UnknownColumn(word, `EXCEPT names "${word.text}", which is not a column here`, word.text, names);
    }
  }
  const replaced = replacements(star.child('replace'), scope);
  for (const [name, { node: word }] of replaced) {
    if (byName(columns, name).length !== 1)
      throw word.error(`REPLACE gives a value to "${name}", which is not one column here`);
  }
  const kept = columns.filter((column) => !except.has(column.name?.toLowerCase() ?? ''));
  for (const { name = '', expression } of isOwn ? kept : []) {
    if (!replaced.has(name.toLowerCase())) scope.groups?.note(star, expression.sql);
  }
  return kept.map((column) => ({ ...column, ...replaced.get(column.name?.toLowerCase() ?? '') }));
}

interface Replacement {
  /** As it is written in REPLACE. */
  readonly name: string;
  readonly expression: Expression;
  readonly node: CstNode;
}

/** `REPLACE (expression AS column, …)`: the node is the expression's, which may hold a window function. */
function replacements(clause: CstNode | undefined, scope: Scope): Map<string, Replacement> {
  clause?.only('group');
  const group = clause?.need('group');
  group?.only('exprs');
  const found = new Map<string, Replacement>();
  for (const node of group?.list('exprs') ?? []) {
    const alias = node.claim('as', 'alias').need('alias');
    const name = identifierText(alias);
    const key = name.toLowerCase();
    if (found.has(key)) throw alias.error(`REPLACE gives two values to "${name}"`);
    found.set(key, { name, expression: compileExpression(node, scope), node });
  }
  return found;
}

/** What `*` means: the columns that USING has merged come first, and once. */
export function everyColumn(
  variables: readonly RangeVariable[],
  merged: readonly MergedColumn[],
  node: CstNode,
): StarColumn[] {
  return listed(variables, merged, node, columnsOf);
}

/** The columns that a relation has as a whole. The element of an UNNEST is one, whatever its fields. */
export function wholeColumns(
  variables: readonly RangeVariable[],
  merged: readonly MergedColumn[],
  node: CstNode,
): StarColumn[] {
  return listed(variables, merged, node, (element) => {
    const { name, columns, value } = element;
    return [...(value ? [{ name, expression: value, element }] : []), ...columnsOf({ name, columns })];
  });
}

function listed(
  variables: readonly RangeVariable[],
  merged: readonly MergedColumn[],
  node: CstNode,
  of: (variable: RangeVariable) => StarColumn[],
): StarColumn[] {
  const all = variables.filter(({ replaced }) => !replaced).flatMap(of);
  const doubtful = merged.find(({ name, sides }) => byName(all, name).length !== sides);
  if (doubtful)
    throw node.unsupported(`* over a join with USING and another column "${doubtful.name}"; name the columns, which`);
  const hidden = new Set(merged.flatMap(({ name }) => byName(all, name)));
  return [
    ...merged.map((column) => ({ name: column.name, expression: column })),
    ...all.filter((column) => !hidden.has(column)),
  ];
}

function rangeVariable(node: CstNode, scope: Scope): RangeVariable {
  if (node.type === 'Identifier') {
    node.only();
    const name = identifierText(node);
    const variable = scope.variables.find((each) => each.name?.toLowerCase() === name.toLowerCase());
    if (variable) return variable;
    const found = scope.lookup(name, node);
    if (found && isRangeVariable(found)) return found;
  }
  return { name: undefined, columns: [], value: compileExpression(node, scope) };
}

/** What a FROM item adds to `*`: of UNNEST, the element or its fields, and the offset. */
function columnsOf(variable: RangeVariable): StarColumn[] {
  const { value } = variable;
  const columns = variable.columns.map((column) => ({ name: column.name || undefined, expression: column }));
  if (value?.type.kind === 'STRUCT') return [...fieldsOf(variable), ...columns];
  return value ? [{ name: variable.name, expression: value }, ...columns] : columns;
}

/** What `item.*` means. */
function fieldsOf(variable: RangeVariable): StarColumn[] {
  const { value } = variable;
  if (!value) return columnsOf(variable);
  const fields = value.type.kind === 'STRUCT' ? value.type.fields : [];
  return fields.map(({ name }, index) => ({ name: name || undefined, expression: fieldAt(value, index) }));
}

function exceptNames(clause: CstNode | undefined): Map<string, CstNode> {
  if (!clause) return new Map();
  clause.only('group');
  const group = clause.need('group');
  group.only('exprs');
  return new Map(
    group.list('exprs').map((word) => {
      word.only();
      return [identifierText(word).toLowerCase(), word];
    }),
  );
}
