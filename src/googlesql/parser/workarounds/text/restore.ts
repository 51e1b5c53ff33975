import type { UnknownNode } from 'bq2cst';
import { type Child, type Children, childrenOf, withChildren } from '../../cst-children.js';
import { byPlace, type TextPosition } from '../../../tokens/text-position.js';
import { placeOf, positionOf, type Rewritten } from './rewrite.js';

/** The tree of what the author wrote, or the place at which the parser has read something else than was meant for it. */
export function restored(
  tree: UnknownNode,
  rewritten: Rewritten,
): { readonly tree: UnknownNode } | { readonly misread: TextPosition } {
  const { origins, repairs, insertions } = rewritten;
  if (origins.size + repairs.size + insertions.size === 0) return { tree };
  const restorer = new Restorer(rewritten);
  const found = restorer.node(tree);
  const { misread } = restorer;
  return misread ? { misread } : { tree: found };
}

class Restorer {
  /** How often each repair has been made and each insertion been taken out, by their places. */
  private readonly done = new Map<string, number>();

  constructor(private readonly rewritten: Rewritten) {}

  /** What has not been done once. */
  get misread(): TextPosition | undefined {
    const { repairs, insertions } = this.rewritten;
    const places = [...repairs.keys(), ...insertions.keys()].filter((place) => this.done.get(place) !== 1);
    return places.map(positionOf).sort(byPlace)[0];
  }

  node(node: UnknownNode): UnknownNode {
    const place = node.token && placeOf(node.token);
    const origin = place === null ? undefined : this.rewritten.origins.get(place);
    const repair = place === null ? undefined : this.rewritten.repairs.get(place);
    const { line, column, literal } = { ...node.token, ...origin };
    const token = node.token && { ...node.token, line, column, literal };
    const own = withChildren({ ...node, token } as UnknownNode, this.children(node));
    if (!repair || place === null) return own;
    this.count(place);
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
    const place = node.token && placeOf(node.token);
    const insertion = place === null ? undefined : this.rewritten.insertions.get(place);
    if (!insertion || place === null) return this.node(node);
    const found = insertion.unwrap?.(this.node(node));
    if (found || !insertion.unwrap) this.count(place);
    return found;
  }

  private count(place: string): void {
    this.done.set(place, (this.done.get(place) ?? 0) + 1);
  }
}
