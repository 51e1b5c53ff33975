import { MAX_DEPTH, NUMBER, numberText } from './json-tokens.js';

const [OBJECT, OBJECT_END, ARRAY, ARRAY_END, COMMA, COLON, QUOTE, BACKSLASH, MINUS, ZERO, NINE] = Array.from(
  '{}[],:"\\-09',
  (sign) => sign.charCodeAt(0),
) as [number, number, number, number, number, number, number, number, number, number, number];
/** Escapes that have no other spelling. */
const ESCAPES = new Set(Array.from('"\\bfnrt', (sign) => sign.charCodeAt(0)));
/** First half of a surrogate pair: from here on, texts are sorted otherwise by their bytes. */
const SURROGATE = 0xd800;
/** Digits of an integer that every type of number holds. */
const SHORT = 15;

/** Whether text is JSON in its normal form; false for some rare texts that are. It takes nothing out of the text, as most values are asked. */
export function isNormalJson(text: string): boolean {
  const scan = new Scan(text);
  return scan.value(0) && scan.at === text.length;
}

class Scan {
  at = 0;

  constructor(private readonly text: string) {}

  value(depth: number): boolean {
    if (depth > MAX_DEPTH) return false;
    switch (this.sign) {
      case OBJECT:
        return this.object(depth);
      case ARRAY:
        return this.array(depth);
      case QUOTE:
        return this.string();
      default:
        return this.integer() || this.number() || this.take('true') || this.take('false') || this.take('null');
    }
  }

  private get sign(): number {
    return this.text.charCodeAt(this.at);
  }

  private object(depth: number): boolean {
    let last: number | undefined;
    for (let isMore = this.begins(OBJECT_END); isMore; isMore = this.passes(COMMA)) {
      const key = this.at;
      if (!this.string(true) || (last !== undefined && !this.isBefore(last, key))) return false;
      if (!this.passes(COLON) || !this.value(depth + 1)) return false;
      last = key;
    }
    return this.passes(OBJECT_END);
  }

  private array(depth: number): boolean {
    for (let isMore = this.begins(ARRAY_END); isMore; isMore = this.passes(COMMA)) {
      if (!this.value(depth + 1)) return false;
    }
    return this.passes(ARRAY_END);
  }

  /** Goes behind the bracket. False where it is empty. */
  private begins(end: number): boolean {
    this.at += 1;
    return this.sign !== end;
  }

  private passes(sign: number): boolean {
    if (this.sign !== sign) return false;
    this.at += 1;
    return true;
  }

  /** A key has no escapes, and no characters that are sorted otherwise by their bytes. */
  private string(isKey = false): boolean {
    if (this.sign !== QUOTE) return false;
    for (this.at += 1; this.sign !== QUOTE; this.at += 1) {
      // The sign beyond the end is NaN.
      if (!(this.sign > 0x1f) || (isKey && this.sign >= SURROGATE)) return false;
      if (this.sign !== BACKSLASH) continue;
      this.at += 1;
      if (isKey || !ESCAPES.has(this.sign)) return false;
    }
    this.at += 1;
    return true;
  }

  /** Compares keys by where they begin. */
  private isBefore(left: number, right: number): boolean {
    const { text } = this;
    let length = 1;
    while (text.charCodeAt(left + length) === text.charCodeAt(right + length)) {
      if (text.charCodeAt(left + length) === QUOTE) return false;
      length += 1;
    }
    const before = text.charCodeAt(left + length);
    const after = text.charCodeAt(right + length);
    return before === QUOTE || (after !== QUOTE && before < after);
  }

  private integer(): boolean {
    let end = this.at;
    if (this.sign === MINUS) end += 1;
    const first = this.text.charCodeAt(end);
    if (first === ZERO) end += 1;
    else while (isDigit(this.text.charCodeAt(end))) end += 1;
    if (first === ZERO ? this.sign === MINUS : !isDigit(first) || end - this.at > SHORT) return false;
    // Any other character continues the number.
    const next = this.text.charCodeAt(end);
    if (next !== COMMA && next !== OBJECT_END && next !== ARRAY_END && end < this.text.length) return false;
    this.at = end;
    return true;
  }

  private number(): boolean {
    NUMBER.lastIndex = this.at;
    const [token] = NUMBER.exec(this.text) ?? [];
    if (token === undefined || numberText(token, 'rounded') !== token) return false;
    this.at += token.length;
    return true;
  }

  private take(word: string): boolean {
    if (!this.text.startsWith(word, this.at)) return false;
    this.at += word.length;
    return true;
  }
}

function isDigit(sign: number): boolean {
  return sign >= ZERO && sign <= NINE;
}
