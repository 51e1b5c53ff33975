/** Types that have no others in them, including those of one engine alone. */
export const COLUMN_SCALARS = [
  'STRING',
  'BYTES',
  'INT64',
  'FLOAT64',
  'NUMERIC',
  'BIGNUMERIC',
  'BOOL',
  'DATE',
  'TIME',
  'DATETIME',
  'TIMESTAMP',
  'INTERVAL',
  'GEOGRAPHY',
  'JSON',
] as const;

export type ColumnScalar = (typeof COLUMN_SCALARS)[number];

export type ColumnType =
  | { readonly kind: ColumnScalar }
  | { readonly kind: 'ARRAY' | 'RANGE'; readonly element: ColumnType }
  | { readonly kind: 'STRUCT'; readonly fields: readonly ColumnField[] };

export interface ColumnField {
  /** Empty for a field without a name. */
  readonly name: string;
  readonly text: string;
  readonly type: ColumnType;
}

const NESTED = /^(ARRAY|RANGE|STRUCT)<(.*)>$/s;

/** Reads `ARRAY<STRUCT<path STRING>>`; undefined for a type that is not known here. */
export function columnTypeOf(text: string): ColumnType | undefined {
  const scalar = COLUMN_SCALARS.find((name) => name === text);
  if (scalar) return { kind: scalar };
  const [, kind, inner = ''] = NESTED.exec(text) ?? [];
  if (kind === 'ARRAY' || kind === 'RANGE') {
    const element = columnTypeOf(inner);
    return element && { kind, element };
  }
  if (kind !== 'STRUCT') return undefined;
  const fields = (inner === '' ? [] : partsOf(inner)).map(fieldOf);
  return fields.every((field) => field !== undefined) ? { kind, fields } : undefined;
}

/** Splits at commas that are in no brackets. */
function partsOf(text: string): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '<') depth += 1;
    if (character === '>') depth -= 1;
    if (depth > 0 || !text.startsWith(', ', index)) continue;
    parts.push(text.slice(start, index));
    start = index + 2;
  }
  return [...parts, text.slice(start)];
}

/** `name TYPE` or `TYPE`. A name may have spaces itself: the type is the longest end that is one. */
function fieldOf(part: string): ColumnField | undefined {
  for (let start = 0; start >= 0; start = part.indexOf(' ', start) + 1 || -1) {
    const text = part.slice(start);
    const type = columnTypeOf(text);
    if (type) return { name: part.slice(0, Math.max(0, start - 1)), text, type };
  }
  return undefined;
}
