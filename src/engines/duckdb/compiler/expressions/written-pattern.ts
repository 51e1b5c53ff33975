import { type ExpressionNode } from '../../../../googlesql/ast/expression-node.js';
import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { writtenText } from '../literals/literals.js';
import { type FunctionCall } from '../rule.js';

/** A regular expression of a query's text. Whether it is one is for RE2 to say, which the compiler has not at hand. */
export interface WrittenPattern extends TextPosition {
  /** Undefined where it is no literal. */
  readonly text: string | undefined;
}

/** Notes the pattern of a REGEXP_ function. SAFE. makes NULL of one that cannot be read. */
export function notePattern({ node, args, scope }: FunctionCall): void {
  const [, pattern] = args;
  if (!pattern || node.isSafe) return;
  const { line, column } = pattern;
  scope.context.patterns.push({ line, column, text: textOf(pattern) });
}

function textOf(node: ExpressionNode): string | undefined {
  return node.type === 'Brackets' ? textOf(node.inner) : writtenText(node);
}
