import type { UnknownNode } from 'bq2cst';
import { type Child, type Children, childrenOf, withChildren } from '../cst-children.js';
import { placeOf, type Rewritten } from './rewrite.js';

/** The tree of what the author wrote; undefined where the parser has read something else than was meant for it. */
export function restored(tree: UnknownNode, rewritten: Rewritten): UnknownNode | undefined {
  const { origins, repairs, insertions } = rewritten;
  if (origins.size + repairs.size + insertions.size === 0) return tree;
  const restorer = new Restorer(rewritten);
  const found = restorer.node(tree);
  return restorer.isDone ? found : undefined;
}

class Restorer {
  private done = 0;

  constructor(private readonly rewritten: Rewritten) {}

  get isDone(): boolean {
    return this.done === this.rewritten.repairs.size + this.rewritten.insertions.size;
  }

  node(node: UnknownNode): UnknownNode {
    const place = node.token && placeOf(node.token);
    const origin = place === null ? undefined : this.rewritten.origins.get(place);
    const repair = place === null ? undefined : this.rewritten.repairs.get(place);
    const { line, column, literal } = { ...node.token, ...origin };
    const token = node.token && { ...node.token, line, column, literal };
    const own = withChildren({ ...node, token } as UnknownNode, this.children(node));
    if (!repair) return own;
    this.done += 1;
    return repair.repair(own);
  }

  private children(node: UnknownNode): Children {
    const kept: Record<string, Child> = {};
    for (const [name, child] of Object.entries(childrenOf(node))) {
      if ('NodeVec' in child) {
        kept[name] = { NodeVec: child.NodeVec.flatMap((each) => this.child(each) ?? []) };
      } else {
        const found = this.child(child.Node);
        if (found) kept[name] = { Node: found };
      }
    }
    return kept;
  }

  private child(node: UnknownNode): UnknownNode | undefined {
    const insertion = node.token && this.rewritten.insertions.get(placeOf(node.token));
    if (!insertion) return this.node(node);
    const found = insertion.unwrap?.(this.node(node));
    if (found || !insertion.unwrap) this.done += 1;
    return found;
  }
}
