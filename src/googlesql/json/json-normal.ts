import { isNormalJson } from './is-normal-json.js';
import {
  assertKept,
  BadJson,
  isEscaped,
  MAX_DEPTH,
  NUMBER,
  numberText,
  stringOf,
  type WideNumbers,
} from './json-tokens.js';

class DeepJson extends BadJson {}

const SPACE = /[ \t\n\r]+/y;
const WORD = /true|false|null/y;
/** Characters that may be written otherwise, or not at all. */
const UNLIKE_TEXT = /[\\\p{Cc}]/u;
/** Characters of a key that are sorted otherwise by their bytes. */
const UNLIKE_BYTES = /[\\\ud800-\uffff]/;

const NOTHING = Buffer.alloc(0);

/**
 * JSON text in the form that BigQuery gives JSON values: no spaces, keys in the order of their bytes, the first of several equal keys, each
 * number in its shortest form. An error when it is not JSON, or has a number that JSON values do not hold exactly.
 */
export function normalJson(text: string): string | BadJson {
  try {
    return new Reader(text, 'exact').whole();
  } catch (error) {
    if (error instanceof BadJson) return error;
    throw error;
  }
}

/**
 * Normalizes a JSON value of an engine's, whose text may be in any form. A value nested deeper than BigQuery allows stays as it is.
 *
 * @throws BadJson for texts that are not JSON, though the engine takes them
 */
export function normalValue(text: string): string {
  if (isNormalJson(text)) return text;
  try {
    return new Reader(text, 'rounded').whole();
  } catch (error) {
    if (error instanceof DeepJson) return text;
    throw error;
  }
}

class Reader {
  private at = 0;

  constructor(
    private readonly text: string,
    private readonly wideNumbers: WideNumbers,
  ) {}

  whole(): string {
    const value = this.value(0);
    this.space();
    if (this.at < this.text.length) throw new BadJson('is not JSON');
    return value;
  }

  private value(depth: number): string {
    if (depth > MAX_DEPTH) throw new DeepJson(`is nested more than ${MAX_DEPTH} times`);
    if (this.takes('{')) return this.object(depth);
    if (this.takes('[')) return this.array(depth);
    if (this.text[this.at] === '"') return this.string();
    return this.token(WORD) ?? this.number();
  }

  private object(depth: number): string {
    // The keys lack the quotation mark behind them, which would be sorted as a part of them.
    const members = new Map<string, string>();
    for (let isMore = !this.takes('}'); isMore; isMore = this.isMore('}')) {
      this.space();
      const key = this.string().slice(0, -1);
      this.expect(':');
      const value = this.value(depth + 1);
      if (!members.has(key)) members.set(key, value);
    }
    return `{${sorted([...members.keys()])
      .map((key) => `${key}":${members.get(key)}`)
      .join(',')}}`;
  }

  private array(depth: number): string {
    const elements: string[] = [];
    for (let isMore = !this.takes(']'); isMore; isMore = this.isMore(']')) elements.push(this.value(depth + 1));
    return `[${elements.join(',')}]`;
  }

  private string(): string {
    const start = this.at;
    let end = this.text.indexOf('"', start + 1);
    while (end > 0 && isEscaped(this.text, end)) end = this.text.indexOf('"', end + 1);
    if (this.text[start] !== '"' || end < 0) throw new BadJson('is not JSON');
    this.at = end + 1;
    const token = this.text.slice(start, this.at);
    const isPlain = !UNLIKE_TEXT.test(token);
    const text = isPlain ? token : stringOf(token);
    if (this.wideNumbers === 'exact') assertKept(text);
    return isPlain ? token : JSON.stringify(text);
  }

  private number(): string {
    const token = this.token(NUMBER);
    if (token === undefined) throw new BadJson('is not JSON');
    return numberText(token, this.wideNumbers);
  }

  /** Whether there is one more member or element, rather than the end. */
  private isMore(end: string): boolean {
    if (this.takes(',')) return true;
    this.expect(end);
    return false;
  }

  private takes(sign: string): boolean {
    this.space();
    if (this.text[this.at] !== sign) return false;
    this.at += 1;
    return true;
  }

  private expect(sign: string): void {
    if (!this.takes(sign)) throw new BadJson('is not JSON');
  }

  private space(): void {
    if (this.text.charCodeAt(this.at) <= 0x20) this.token(SPACE);
  }

  private token(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.at;
    const [token] = pattern.exec(this.text) ?? [];
    this.at += token?.length ?? 0;
    return token;
  }
}

/** Sorts by bytes, as BigQuery does; JavaScript sorts by UTF-16 units. */
function sorted(keys: string[]): string[] {
  if (!keys.some((key) => UNLIKE_BYTES.test(key))) return keys.sort();
  const bytes = new Map(keys.map((key) => [key, Buffer.from(stringOf(`${key}"`))]));
  return keys.sort((left, right) => Buffer.compare(bytes.get(left) ?? NOTHING, bytes.get(right) ?? NOTHING));
}
