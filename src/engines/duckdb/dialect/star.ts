import { type CstNode } from './cst.js';
import { type Expression } from './expression.js';
import { identifierText } from './literals.js';
import { fieldOf, isRangeVariable, type RangeVariable, type Scope } from './scope.js';

interface StarColumn {
  readonly name: string | undefined;
  readonly expression: Expression;
}

/** `*` and `item.*`, with EXCEPT. */
export function selectStar(node: CstNode, scope: Scope): StarColumn[] {
  const star = node.type === 'Asterisk' ? node : node.need('right');
  if (star !== node) node.only('left', 'right');
  star.only('except');
  const variables = star === node ? scope.variables : [rangeVariable(node.need('left'), scope)];
  if (star === node && scope.merged.length > 0)
    throw star.unsupported('* over a join with USING; name the columns, which');
  if (variables.length === 0) throw star.error('SELECT * needs a FROM clause');
  if (star !== node && variables.some(({ value }) => value && value.type.kind !== 'STRUCT')) {
    throw star.error(`"${node.need('left').text}" has no columns`);
  }
  const columns = star === node ? variables.flatMap(columnsOf) : variables.flatMap(fieldsOf);
  const except = exceptNames(star.child('except'));
  for (const [name, word] of except) {
    if (!columns.some((column) => column.name?.toLowerCase() === name)) {
      throw word.error(`EXCEPT names "${word.text}", which is not a column here`);
    }
  }
  return columns.filter((column) => !except.has(column.name?.toLowerCase() ?? ''));
}

function rangeVariable(node: CstNode, scope: Scope): RangeVariable {
  node.only();
  const name = node.type === 'Identifier' ? identifierText(node) : undefined;
  const variable = scope.variables.find((each) => each.name?.toLowerCase() === name?.toLowerCase());
  if (name !== undefined && variable) return variable;
  const found = name === undefined ? undefined : scope.lookup(name, node);
  if (found && isRangeVariable(found)) return found;
  throw node.unsupported(`"${node.text}.*"`);
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
  return fields.map(({ name }) => ({ name, expression: fieldOf(value, name) }));
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
