import { type UnknownNode } from 'bq2cst';
import { type Children, childrenOf } from './cst-children.js';

export type SyntaxType = UnknownNode['node_type'];

/** A node of the parse tree of a query; `line` and `column` count from 1 in its text. */
export class SyntaxNode {
  constructor(protected readonly raw: UnknownNode) {}

  get type(): SyntaxType {
    return this.raw.node_type;
  }

  /** The node's own token as written: an identifier, a literal, an operator. */
  get text(): string {
    return this.raw.token?.literal ?? '';
  }

  /** The token in upper case, for keywords and function names. */
  get keyword(): string {
    return this.text.toUpperCase();
  }

  get line(): number {
    return this.start().token?.line ?? 1;
  }

  get column(): number {
    return this.start().token?.column ?? 1;
  }

  child(name: string): this | undefined {
    const child = this.rawChildren()[name];
    return child && 'Node' in child ? this.wrap(child.Node) : undefined;
  }

  list(name: string): this[] {
    const child = this.rawChildren()[name];
    return child && 'NodeVec' in child ? child.NodeVec.map((node) => this.wrap(node)) : [];
  }

  has(name: string): boolean {
    return this.rawChildren()[name] !== undefined;
  }

  /** The names that the grammar gives to what is there. */
  childNames(): string[] {
    return Object.keys(this.rawChildren());
  }

  /** Every child, in no order that means anything. */
  children(): this[] {
    const found: this[] = [];
    for (const child of Object.values(this.rawChildren())) {
      if ('Node' in child) found.push(this.wrap(child.Node));
      else for (const node of child.NodeVec) found.push(this.wrap(node));
    }
    return found;
  }

  /** Children are of the same class. */
  private wrap(raw: UnknownNode): this {
    return new (this.constructor as new (raw: UnknownNode) => this)(raw);
  }

  private rawChildren(): Children {
    return childrenOf(this.raw);
  }

  /** The first word or symbol of it. */
  get firstText(): string {
    return this.start().token?.literal ?? '';
  }

  /** An operator's token stands in its middle; people look for an expression where it begins, and for queries between which UNION stands there. */
  private start(): UnknownNode {
    let node = this.raw;
    for (;;) {
      if (node.node_type === 'SetOperator') return node;
      const children = childrenOf(node);
      const first = children.left ?? children.func;
      if (!first || !('Node' in first)) return node;
      node = first.Node;
    }
  }
}
