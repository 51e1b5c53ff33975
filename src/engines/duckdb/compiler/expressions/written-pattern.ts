import { type TextPosition } from '../../../../googlesql/tokens/text-position.js';
import { withoutBrackets } from '../../../../googlesql/resolver/literal-key.js';
import { writtenText } from '../literals/literals.js';
import { type FunctionCall } from '../rule.js';

/** A regular expression of a query's text. RE2 decides whether it is one, which the compiler has not at hand. */
export interface WrittenPattern extends TextPosition {
  /** Undefined unless it is a literal. */
  readonly text: string | undefined;
}

/** Notes the pattern of a call, if it is one of a REGEXP_ function. SAFE. makes NULL of an unreadable one. */
export function notePattern({ node, name, args, scope }: FunctionCall): void {
  const [, pattern] = args;
  if (!name.startsWith('REGEXP_') || !pattern || node.isSafe) return;
  const { line, column } = pattern;
  scope.context.patterns.push({ line, column, text: writtenText(withoutBrackets(pattern)) });
}
