import { type PipeDrop, type PipeRename, type PipeSetNode } from '../../../../googlesql/ast/nodes.js';
import { changedColumns, replaced } from '../../../../googlesql/resolver/pipes/changed-columns.js';
import { columnsOfAll } from '../../../../googlesql/resolver/pipes/whole-rows.js';
import { besides } from './pipe-columns.js';
import { type Relation } from '../names/relation.js';
import { type Scope } from '../names/scope.js';

/** `|> SET`, `|> DROP`, `|> RENAME` */
export function changed(left: Relation, node: PipeSetNode | PipeDrop | PipeRename, scope: Scope): Relation {
  const found = changedColumns(node, columnsOfAll(left, node), (expression) => scope.value(expression));
  const { sql, variables } = replaced(left.variables, found, (made) => besides(left, made, scope));
  return { sql, variables, merged: [] };
}
