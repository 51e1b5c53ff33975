import { type ExpectedValue, type Row, type ValueType } from './conformance-case.js';

/** Reads answers as GoogleSQL's compliance tests write them: `ARRAY<STRUCT<a INT64>>[unknown order:{1}, {NULL}]`. */
export class ExpectedText {
  private at = 0;

  constructor(private readonly text: string) {}

  isOrdered(): boolean {
    return /^[^[]*\[\s*known order:/.test(this.text);
  }

  rows(types: readonly ValueType[]): readonly Row[] {
    this.at = 0;
    this.skipTypeName();
    const isValueTable = !this.text.startsWith('ARRAY<STRUCT<');
    const list = this.list('[', ']', () => {
      return isValueTable ? [this.value(types[0])] : this.struct(types);
    });
    return list.items;
  }

  private struct(types: readonly (ValueType | undefined)[]): ExpectedValue[] {
    let index = 0;
    return this.list('{', '}', () => this.value(types[index++])).items;
  }

  private value(type: ValueType | undefined): ExpectedValue {
    this.skipSpace();
    this.skipTypeName();
    if (this.take('(NULL)') || this.takeWord('NULL')) return undefined;
    if (type?.kind === 'JSON') return { text: this.json() };
    if (this.peek() === '[') {
      const element = type && 'element' in type ? type.element : undefined;
      return this.list('[', ']', () => this.value(element));
    }
    if (this.peek() === '{') {
      return { items: this.struct(type && 'fields' in type ? type.fields : []), isOrdered: true };
    }
    const quoted = /^b?("(?:[^"\\]|\\[^])*"|'(?:[^'\\]|\\[^])*')/.exec(this.rest());
    if (quoted) {
      this.at += quoted[0].length;
      return { text: unescape((quoted[1] ?? '').slice(1, -1)) };
    }
    const [bare = ''] = /^[^,\]}]*/.exec(this.rest()) ?? [];
    this.at += bare.length;
    return { text: bare.trim() };
  }

  private list<T>(open: string, close: string, item: () => T): { readonly items: T[]; readonly isOrdered: boolean } {
    this.skipSpace();
    if (!this.take(open)) throw new Error(`expected ${open} at: ${this.rest().slice(0, 40)}`);
    this.skipSpace();
    const isOrdered = !this.take('unknown order:');
    this.take('known order:');
    const items: T[] = [];
    while (!this.isAtEnd(close)) {
      const before = this.at;
      items.push(item());
      this.skipSpace();
      this.take(',');
      if (this.at === before) throw new Error(`cannot be read: ${this.rest().slice(0, 40)}`);
    }
    return { items, isOrdered };
  }

  private isAtEnd(close: string): boolean {
    this.skipSpace();
    if (this.at >= this.text.length) throw new Error(`no ${close} at the end`);
    return this.take(close);
  }

  /** JSON stands as it is, without quotes around it. */
  private json(): string {
    const start = this.at;
    let depth = 0;
    while (this.at < this.text.length) {
      const text = /^"(?:[^"\\]|\\[^])*"/.exec(this.rest());
      if (text) {
        this.at += text[0].length;
        continue;
      }
      const character = this.peek();
      if (character === '' || (depth === 0 && /[,}\]]/.test(character))) return this.text.slice(start, this.at);
      if (/[[{]/.test(character)) depth += 1;
      if (/[\]}]/.test(character)) depth -= 1;
      this.at += 1;
    }
    return this.text.slice(start);
  }

  private skipTypeName(): void {
    if (!/^(?:ARRAY|STRUCT)</.test(this.rest())) return;
    let depth = 0;
    while (this.at < this.text.length) {
      const character = this.peek();
      this.at += 1;
      if (character === '<') depth += 1;
      if (character === '>') depth -= 1;
      if (character === '>' && depth === 0) break;
    }
    this.skipSpace();
  }

  private takeWord(word: string): boolean {
    return new RegExp(`^${word}(?![A-Za-z0-9_])`).test(this.rest()) && this.take(word);
  }

  private take(text: string): boolean {
    if (!this.text.startsWith(text, this.at)) return false;
    this.at += text.length;
    return true;
  }

  private skipSpace(): void {
    while (/\s/.test(this.peek())) this.at += 1;
  }

  private peek(): string {
    return this.text[this.at] ?? '';
  }

  private rest(): string {
    return this.text.slice(this.at);
  }
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' };

function unescape(text: string): string {
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|([0-7]{3})|([^]))/g,
    (_, x?: string, u?: string, long?: string, octal?: string, other?: string) => {
      const hex = x ?? u ?? long;
      if (hex !== undefined) return String.fromCodePoint(parseInt(hex, 16));
      return octal === undefined ? (ESCAPES[other ?? ''] ?? other ?? '') : String.fromCodePoint(parseInt(octal, 8));
    },
  );
}
