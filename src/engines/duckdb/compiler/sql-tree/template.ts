/** A part of a template: a hole, by its number, or a call or a CASE with parts of its own. */
export type TemplatePart = number | Template;

/** The constant parts of some SQL, as its source has them, with the parts between: one less than there are of these. */
export interface Template {
  readonly kind: 'fragment' | 'call' | 'case';
  readonly strings: readonly string[];
  readonly parts: readonly TemplatePart[];
}

/**
 * Functions whose calls are pieces of their own: the macros of this engine, those functions of DuckDB's that are macros, and those with
 * another value at each call.
 */
export const CALLED = /^(?:(?:safe_)?bq_\w+|array_to_string|list_reverse|nullif|random|uuid)$/;

/** A literal, a quoted name, a word; a separator or a bracket; or text up to one of these. */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[\p{L}\p{N}_$]+|[(),[\]{}]|[^\p{L}\p{N}_$'"(),[\]{}]+|['"]/gu;

/** Literals, quoted names and words. */
const WORD = /^['"\p{L}\p{N}_$]/u;

/** The words of a text in DuckDB's SQL. */
export function wordsOf(text: string): readonly string[] {
  return (text.match(TOKEN) ?? []).filter((token) => WORD.test(token));
}

/**
 * Reads the constant parts of some SQL, between which there are holes.
 *
 * @throws TypeError for brackets of a call, or a CASE, that do not end in it
 */
export function readTemplate(strings: readonly string[]): Template {
  const tokens = strings.flatMap((text, index) => [...(index > 0 ? [index - 1] : []), ...(text.match(TOKEN) ?? [])]);
  return new TemplateReader(tokens).read(() => false);
}

type Token = string | number | undefined;

const OPENING = /^(?:[([{]|CASE)$/;
const CLOSING = /^(?:[)\]}]|END)$/;

class TemplateReader {
  private next = 0;

  constructor(private readonly tokens: readonly (string | number)[]) {}

  /** Reads up to a token outside of all brackets that ends it. */
  read(isEnd: (token: Token) => boolean): Template {
    const template = new Builder('fragment');
    for (let depth = 0; this.token !== undefined;) {
      if (depth === 0 && isEnd(this.token)) break;
      if (this.isCall()) template.add(this.call());
      else if (this.isChoice()) template.add(this.choice());
      else {
        const token = this.taken();
        depth += Number(OPENING.test(String(token))) - Number(CLOSING.test(String(token)));
        template.add(token);
      }
    }
    return template;
  }

  private get token(): Token {
    return this.tokens[this.next];
  }

  private taken(): string | number {
    const token = this.token;
    if (token === undefined) throw new TypeError(`SQL that does not end: ${this.tokens.join('')}`);
    this.next += 1;
    return token;
  }

  private isCall(): boolean {
    const isName = typeof this.token === 'number' || CALLED.test(this.token ?? '');
    return isName && this.tokens[this.next + 1] === '(';
  }

  /** Whether a CASE begins that has an operand; `CASE ${tests} END` has none. */
  private isChoice(): boolean {
    if (this.token !== 'CASE' || this.tokens[this.next + 2] === 'WHEN') return false;
    return this.tokens.slice(this.next).find((token) => /^(?:WHEN|ELSE|END)$/.test(String(token))) === 'WHEN';
  }

  /** Reads a call. Its arguments are its parts, behind the hole of its name if that is one. */
  private call(): Template {
    const call = new Builder('call');
    call.add(this.taken());
    do {
      call.add(this.taken());
      this.takeSpace(call);
      const argument = this.read((token) => token === ',' || CLOSING.test(String(token)));
      if (argument.strings.length > 1 || argument.strings[0] !== '') call.add(argument);
    } while (this.token === ',');
    call.add(this.taken());
    return call;
  }

  /** Reads a CASE with an operand, which is its first part. */
  private choice(): Template {
    const choice = new Builder('case');
    choice.add(this.taken());
    this.takeSpace(choice);
    choice.add(this.read((token) => token === 'WHEN'));
    const { strings, parts } = this.read((token) => token === 'END');
    strings.forEach((text, index) => {
      choice.add(text);
      const part = parts[index];
      if (part !== undefined) choice.add(part);
    });
    choice.add(this.taken());
    return choice;
  }

  private takeSpace(template: Builder): void {
    if (typeof this.token === 'string' && this.token.trim() === '') template.add(this.taken());
  }
}

class Builder implements Template {
  readonly strings = [''];
  readonly parts: TemplatePart[] = [];

  constructor(readonly kind: Template['kind']) {}

  add(token: string | TemplatePart): void {
    if (typeof token === 'string') this.strings.push(`${this.strings.pop() ?? ''}${token}`);
    else {
      // A part of nothing but a hole is the hole.
      const isHole = typeof token === 'object' && token.kind === 'fragment' && token.strings.join('') === '';
      const [hole, second] = isHole ? token.parts : [];
      this.parts.push(hole !== undefined && second === undefined ? hole : token);
      this.strings.push('');
    }
  }
}
