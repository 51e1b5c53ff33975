/** What has to be known of an RE2 pattern before it runs. */
export interface PatternShape {
  /** Capturing groups, named ones as well. */
  readonly groups: number;
  /** It asks what stands before a place (`^`, `\A`, `\b`, `\B`), so that text cut off there changes the answer. */
  readonly looksAround: boolean;
  /** Each of its parentheses is closed, and none closes what we write around it. */
  readonly isBalanced: boolean;
  /** It quotes with `\Q`, which would run on into what we write behind it. */
  readonly quotes: boolean;
}

/** An escape, a character class, an opening parenthesis with what makes it one of a kind, or any character. */
const PART = /\\Q[^]*?(?:\\E|$)|\\[^]|\[\^?\]?(?:\[:\^?\w+:\]|\\[^]|[^\]\\])*\]|\((?:\?P?<(?=\w)|\?)?|[^]/g;

/** Reads a pattern as far as its groups go; whether it is one at all is for RE2 to say. */
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
