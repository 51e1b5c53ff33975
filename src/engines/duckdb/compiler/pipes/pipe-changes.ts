import { type PipeDrop, type PipeRename, type PipeSetNode } from '../../../../googlesql/ast/nodes.js';
import { changedItems } from '../../../../googlesql/resolver/pipes/changed-columns.js';
import { besides } from './pipe-columns.js';
import { type Relation } from '../names/relation.js';
import { columnAt, type Scope } from '../names/scope.js';
import { type Unnamed } from '../queries/outputs.js';

/** `|> SET`, `|> DROP`, `|> RENAME` */
export function changed(left: Relation, node: PipeSetNode | PipeDrop | PipeRename, scope: Scope): Relation {
  const change = scope.context.resolution.changes.of(node);
  const made = change.made.map(({ name, place }): Unnamed => {
    return { name, node, expression: place.of === 'value' ? scope.valueAt(place) : columnAt(left, place) };
  });
  const { sql, variables, columns } = besides(left, made, scope);
  return { sql, variables: changedItems(change, variables, columns), merged: [] };
}
