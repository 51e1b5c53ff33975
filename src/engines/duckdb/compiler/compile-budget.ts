import { type WrittenNode } from '../../../googlesql/ast/nodes.js';
import { errorAt } from '../../../googlesql/resolver/dialect-error.js';

/** Most expressions of one query, and columns, each as often as an operator of a pipe hands it on: about one second, in which nothing else is done. */
const MAX_COST = 100_000;

/** Ends a compilation that costs too much. */
export class CompileBudget {
  private spent = 0;

  /** @throws DialectError where it is too much. */
  spend(node: WrittenNode, cost = 1): void {
    this.spent += cost;
    if (this.spent > MAX_COST) throw tooMuch(node);
  }
}

export function tooMuch(node: WrittenNode): Error {
  return errorAt(node, 'too much is called within other calls; work the inner calls out in WITH queries');
}
