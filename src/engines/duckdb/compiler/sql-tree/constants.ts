/** The facts about the constant part of a template, without its literals and quoted names. */
export interface ConstantFacts {
  /** Macros that it calls. */
  readonly macros: readonly string[];
  /** Whether it has a random value, which differs each time. */
  readonly isRandom: boolean;
}

/** A literal or a quoted name, which are passed over; the name of a macro in front of its bracket; a random function. */
const PIECE = /'(?:[^']|'')*'|"(?:[^"]|"")*"|\b(?:safe_)?bq_\w+(?=\()|\b(?:random|uuid)\(\)/g;

const NOTHING: ConstantFacts = { macros: [], isRandom: false };

/** Facts by text, found once: the texts are those of the compiler's own templates. */
const known = new Map<string, ConstantFacts>();

export function constantFacts(text: string): ConstantFacts {
  const found = known.get(text);
  if (found) return found;
  const pieces = text.match(PIECE) ?? [];
  const macros = pieces.filter((piece) => /^(?:safe_)?bq_/.test(piece));
  const facts = pieces.length === 0 ? NOTHING : { macros, isRandom: pieces.some((piece) => piece.endsWith('()')) };
  known.set(text, facts);
  return facts;
}

/** The text with other names of macros. */
export function withMacros(text: string, renamed: (name: string) => string): string {
  return text.replace(PIECE, (piece) => (/^(?:safe_)?bq_/.test(piece) ? renamed(piece) : piece));
}
