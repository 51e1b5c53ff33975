/**
 * The `pattern` of a parameter: a JavaScript regular expression with the `u` flag that a value has to match as a whole.
 *
 * It is compiled once, at load, and runs on what callers send. A pattern such as `(a+)+` takes exponential time on a long
 * value that does not match; patterns are the operator's own, and `max_length` beside one bounds what it can cost.
 */
export class Pattern {
  readonly #whole: RegExp;

  /** Throws a SyntaxError where the source is no regular expression. */
  constructor(readonly source: string) {
    // By itself first: `a)|(b` becomes valid, and something else, between the parentheses below.
    new RegExp(source, 'u');
    this.#whole = new RegExp(`^(?:${source})$`, 'u');
  }

  matches(text: string): boolean {
    return this.#whole.test(text);
  }

  toJSON(): string {
    return this.source;
  }
}
