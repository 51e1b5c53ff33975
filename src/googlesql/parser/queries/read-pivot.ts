import { type ColumnSetNode, type Unpivot } from '../../ast/pivot.js';
import { type AliasedExpression, type PivotNode } from '../../ast/query-node.js';
import { type NameNode } from '../../ast/name-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly } from '../node-refusals.js';
import { readNumber, readText } from '../read-literal.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { ALIAS_PARTS, nameOf, readAlias } from './read-alias.js';

/** `PIVOT(aggregate FOR input IN (value, …)) AS alias` */
export function readPivot(operator: SyntaxNode, read: ExpressionReader): PivotNode {
  expectOnly(operator, 'config', ...ALIAS_PARTS);
  const config = childOf(operator, 'config');
  expectOnly(config, 'exprs', 'for', 'in');
  const input = childOf(config, 'for');
  expectOnly(input, 'expr');
  const aliased = (node: SyntaxNode): AliasedExpression => ({
    ...writtenAt(node),
    value: read(node, ALIAS_PARTS),
    alias: readAlias(node),
  });
  return {
    type: 'Pivot',
    ...writtenAt(operator),
    aggregates: config.list('exprs').map(aliased),
    input: read(childOf(input, 'expr')),
    values: bracketed(childOf(config, 'in')).map(aliased),
    alias: readAlias(operator),
  };
}

/** `UNPIVOT INCLUDE NULLS (value FOR name IN (column, …)) AS alias` */
export function readUnpivot(operator: SyntaxNode): Unpivot {
  expectOnly(operator, 'config', 'include_or_exclude_nulls', ...ALIAS_PARTS);
  const words = operator.list('include_or_exclude_nulls');
  for (const word of words) expectOnly(word);
  const config = childOf(operator, 'config');
  expectOnly(config, 'expr', 'for', 'in');
  const label = childOf(config, 'for');
  expectOnly(label, 'expr');
  return {
    type: 'Unpivot',
    ...writtenAt(operator),
    keepsNulls: words[0]?.keyword === 'INCLUDE',
    config: writtenAt(config),
    values: columnNames(childOf(config, 'expr')),
    label: columnName(childOf(label, 'expr')),
    sets: bracketed(childOf(config, 'in')).map(readSet),
    alias: readAlias(operator),
  };
}

function bracketed(clause: SyntaxNode): readonly SyntaxNode[] {
  expectOnly(clause, 'group');
  const group = childOf(clause, 'group');
  expectOnly(group, 'exprs');
  return group.list('exprs');
}

const LABEL_PARTS = ['as', 'row_value_alias'];

function readSet(node: SyntaxNode): ColumnSetNode {
  const label = node.child('row_value_alias');
  return { ...writtenAt(node), columns: columnNames(node, LABEL_PARTS), label: label && readLabel(label) };
}

function readLabel(node: SyntaxNode): ColumnSetNode['label'] {
  expectOnly(node);
  const isNumber = node.type === 'NumericLiteral' && /^\d+$/.test(node.text);
  const literal = isNumber ? readNumber(node) : node.type === 'StringLiteral' ? readText(node) : undefined;
  if (literal?.type === 'Integer' || literal?.type === 'String') return literal;
  throw badSyntax(node, 'a label of UNPIVOT is a STRING or an INT64 literal');
}

const NO_NAME = 'UNPIVOT takes names of columns alone';

/** The names in brackets, or the one that stands without them. */
function columnNames(node: SyntaxNode, around: readonly string[] = []): readonly NameNode[] {
  switch (node.type) {
    case 'Identifier':
      return [columnName(node, around)];
    case 'GroupedExpr':
      expectOnly(node, 'expr', ...around);
      return [columnName(childOf(node, 'expr'))];
    case 'GroupedExprs':
      expectOnly(node, 'exprs', ...around);
      return node.list('exprs').map((each) => columnName(each));
    default:
      throw badSyntax(node, NO_NAME);
  }
}

function columnName(node: SyntaxNode, around: readonly string[] = []): NameNode {
  if (node.type !== 'Identifier') throw badSyntax(node, NO_NAME);
  expectOnly(node, ...around);
  return nameOf(node);
}
