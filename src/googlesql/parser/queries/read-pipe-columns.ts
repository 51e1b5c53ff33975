import { type NameNode } from '../../ast/name-node.js';
import { type PipeAs, type PipeDrop, type PipeRename } from '../../ast/pipe.js';
import { type PipeSetNode } from '../../ast/query-node.js';
import { type ExpressionReader } from '../expression-reader.js';
import { badSyntax, childOf, expectOnly } from '../node-refusals.js';
import { writtenAt } from '../written-at.js';
import { type SyntaxNode } from '../syntax-node.js';
import { ALIAS_PARTS, nameOf, readAlias } from './read-alias.js';

/** `|> SET column = expression, …` */
export function readSet(node: SyntaxNode, read: ExpressionReader): PipeSetNode {
  expectOnly(node, 'exprs');
  const assignments = node.list('exprs').map((each) => {
    if (each.text !== '=') throw badSyntax(each, 'SET takes column = expression');
    expectOnly(each, 'left', 'right');
    return { column: readColumn(childOf(each, 'left')), value: read(childOf(each, 'right')) };
  });
  return { type: 'PipeSet', ...writtenAt(node), assignments };
}

/** `|> DROP column, …` */
export function readDrop(node: SyntaxNode): PipeDrop {
  expectOnly(node, 'exprs');
  return { type: 'PipeDrop', ...writtenAt(node), columns: node.list('exprs').map((each) => readColumn(each)) };
}

/** `|> RENAME column AS name, …` */
export function readRename(node: SyntaxNode): PipeRename {
  expectOnly(node, 'exprs');
  const columns = node.list('exprs').map((each) => {
    const [column, alias] = [readColumn(each, ALIAS_PARTS), readAlias(each)];
    if (!alias) throw badSyntax(each, 'RENAME takes column AS name');
    return { column, alias };
  });
  return { type: 'PipeRename', ...writtenAt(node), columns };
}

/** `|> AS name` */
export function readPipeAs(node: SyntaxNode): PipeAs {
  expectOnly(node, 'exprs');
  const [alias, second] = node.list('exprs');
  if (alias?.type !== 'Identifier' || second) throw badSyntax(node, 'AS takes one name');
  expectOnly(alias);
  return { type: 'PipeAs', ...writtenAt(node), alias: nameOf(alias) };
}

function readColumn(node: SyntaxNode, around: readonly string[] = []): NameNode {
  if (node.type !== 'Identifier') throw badSyntax(node, 'name a column');
  expectOnly(node, ...around);
  return nameOf(node);
}
