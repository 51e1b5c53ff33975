import { type ExpectedValue, type Row, type ValueType } from './conformance-case.js';

/** Whether an answer is the expected one; in any order where none is promised. */
export function isSameAnswer(
  actual: readonly (readonly unknown[])[],
  expected: readonly Row[],
  types: readonly ValueType[],
  isOrdered: boolean,
): boolean {
  return sameItems(actual, expected, isOrdered, (row, wanted) => {
    return row.length === wanted.length && row.every((value, index) => sameValue(value, wanted[index], types[index]));
  });
}

function sameItems<A, E>(
  actual: readonly A[],
  expected: readonly E[],
  isOrdered: boolean,
  isSame: (a: A, e: E) => boolean,
): boolean {
  if (actual.length !== expected.length) return false;
  const left = [...expected];
  return actual.every((item, index) => {
    if (isOrdered) return isSame(item, expected[index] as E);
    const at = left.findIndex((each) => isSame(item, each));
    if (at !== -1) left.splice(at, 1);
    return at !== -1;
  });
}

function sameValue(actual: unknown, expected: ExpectedValue, type: ValueType | undefined): boolean {
  // BigQuery has no NULL arrays in answers, only empty ones.
  if (expected === undefined) return actual === null || (Array.isArray(actual) && actual.length === 0);
  // JSON's null and NULL are the same in an answer.
  if (actual === null) return type?.kind === 'JSON' && 'text' in expected && expected.text === 'null';
  if (type && 'element' in type) {
    if ('text' in expected || !Array.isArray(actual)) return sameText(JSON.stringify(actual), expected);
    return sameItems(actual as unknown[], expected.items, expected.isOrdered, (a, e) => sameValue(a, e, type.element));
  }
  if (type && 'fields' in type) {
    if ('text' in expected) return sameText(braces(actual), expected);
    const parts = Object.values(actual as object) as unknown[];
    return (
      parts.length === expected.items.length &&
      parts.every((part, index) => sameValue(part, expected.items[index], type.fields[index]))
    );
  }
  return 'text' in expected && sameScalar(actual, expected.text, type?.kind ?? '');
}

function sameText(text: string, expected: ExpectedValue): boolean {
  return expected !== undefined && 'text' in expected && text === expected.text;
}

/** googlesqlite's short form of a STRUCT: `{abc, 3}`. */
function braces(value: unknown): string {
  if (value === null) return 'NULL';
  if (Array.isArray(value)) return `[${value.map(braces).join(', ')}]`;
  if (typeof value === 'object') return `{${Object.values(value).map(braces).join(', ')}}`;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function sameScalar(actual: unknown, text: string, kind: string): boolean {
  switch (kind) {
    case 'FLOAT64':
    case 'NUMERIC':
    case 'BIGNUMERIC':
      return sameNumber(Number(actual), numberOf(text));
    case 'BYTES':
      return Buffer.from(String(actual), 'base64').toString('latin1') === text || String(actual) === text;
    case 'TIMESTAMP':
    case 'DATETIME':
    case 'TIME':
      return plainTime(String(actual)) === plainTime(text);
    case 'JSON':
      return sameJson(actual, text);
    default:
      return String(actual) === text;
  }
}

function numberOf(text: string): number {
  const word = text.toLowerCase();
  if (word === 'nan') return NaN;
  if (/^[+-]?inf(inity)?$/.test(word)) return word.startsWith('-') ? -Infinity : Infinity;
  return text === '' ? NaN : Number(text);
}

/** The suites write fifteen digits or so. */
function sameNumber(a: number, b: number): boolean {
  if (Object.is(a, b) || a === b) return true;
  return Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= 1e-12 * Math.max(Math.abs(a), Math.abs(b));
}

function plainTime(text: string): string {
  return text
    .replace('T', ' ')
    .replace(/(?:Z|\+00(?::00)?| UTC)$/, '')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function sameJson(actual: unknown, text: string): boolean {
  try {
    return JSON.stringify(sorted(actual)) === JSON.stringify(sorted(JSON.parse(text)));
  } catch {
    return false;
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => [key, sorted(each)]),
  );
}
