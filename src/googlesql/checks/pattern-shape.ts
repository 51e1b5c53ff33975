/** The facts about an RE2 pattern that are needed before it runs. */
export interface PatternShape {
  /** Number of capturing groups, including named ones. */
  readonly groups: number;
  /** Whether it looks at the text before a place (`^`, `\A`, `\b`, `\B`), so that text cut off there changes the answer. */
  readonly looksAround: boolean;
  /** Whether each of its parentheses is closed, and none closes ours around it. */
  readonly isBalanced: boolean;
  /** Whether it quotes with `\Q`, which would run on into our text behind it. */
  readonly quotes: boolean;
}

/** An escape, a character class, an opening parenthesis with its kind, or any character. */
const PART = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\((?:\?P?<(?=\w)|\?)?|[^]/g;

/** Reads a pattern as far as its groups go; RE2 decides whether it is one at all. */
export function patternShape(pattern: string): PatternShape {
  const parts = pattern.match(PART) ?? [];
  return {
    groups: parts.filter((part) => part === '(' || /^\(\?P?<$/.test(part)).length,
    looksAround: parts.some((part) => ['^', '\\A', '\\b', '\\B'].includes(part)),
    isBalanced: isBalanced(parts),
    quotes: parts.some((part) => part.startsWith('\\Q')),
  };
}

function isBalanced(parts: readonly string[]): boolean {
  let open = 0;
  for (const part of parts) {
    if (part.startsWith('(')) open += 1;
    if (part === ')' && --open < 0) return false;
  }
  return open === 0;
}
