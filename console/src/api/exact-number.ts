/** A number with more digits than a double holds: shown as it stands in the answer, and rounded only where it is drawn. */
export class ExactNumber {
  constructor(readonly source: string) {}

  toString(): string {
    return this.source;
  }

  valueOf(): number {
    return Number(this.source);
  }
}

/** A value of a row. Objects are STRUCTs and JSON. */
export type Value =
  null | boolean | number | string | ExactNumber | readonly Value[] | { readonly [name: string]: Value };

/** Where no number has so many digits, a double holds each of them. */
const LONG_NUMBER = /[\d.]{16}/;

/** Reads JSON without losing a digit of any number. */
export function parseExactly(text: string): unknown {
  if (!LONG_NUMBER.test(text)) return JSON.parse(text);
  return JSON.parse(text, (_name, value: unknown, context?: { readonly source?: string }) => {
    const source = context?.source;
    return typeof value === 'number' && source !== undefined && String(value) !== source ? exact(value, source) : value;
  });
}

/** `1.50` and `1e3` are written otherwise, and are the same number; so are digits behind the point that are all 0. */
export function exact(value: number, source: string): number | ExactNumber {
  const written = source.replace(/e.*$/i, '').replace(/(\.\d*?)0+$/, '$1');
  const digits = written.replace(/^-?0*\.?0*|\./g, '');
  return digits.length < 16 ? value : new ExactNumber(source);
}
