import type { TextPosition } from '../../googlesql/tokens/text-position.js';

/** The content of an endpoint file, each value with its place: plain trees, without aliases, tags and empty values. */
export type YamlValue = YamlMapping | YamlList | YamlScalar;

export interface YamlMapping {
  readonly kind: 'mapping';
  readonly place: TextPosition;
  readonly entries: ReadonlyMap<string, YamlEntry>;
}

export interface YamlEntry {
  readonly keyPlace: TextPosition;
  readonly value: YamlValue;
}

export interface YamlList {
  readonly kind: 'list';
  readonly place: TextPosition;
  readonly items: readonly YamlValue[];
}

export interface YamlScalar {
  readonly kind: 'scalar';
  readonly place: TextPosition;
  /** Integers are bigints, so that an INT64 keeps all of its digits. NULL is a value in the rows of tests only. */
  readonly value: string | bigint | number | boolean | null;
  /** The scalar as it is written: the part of the file's text between two UTF-16 offsets. */
  readonly written: { readonly text: string; readonly start: number; readonly end: number };
  readonly style: 'plain' | 'single-quoted' | 'double-quoted' | 'block';
}

export function mappingAt({ entries }: YamlMapping, key: string): YamlMapping | undefined {
  const value = entries.get(key)?.value;
  return value?.kind === 'mapping' ? value : undefined;
}

export function listAt({ entries }: YamlMapping, key: string): YamlList | undefined {
  const value = entries.get(key)?.value;
  return value?.kind === 'list' ? value : undefined;
}

/** The place of a key's value; that of the mapping where the key is not written. */
export function placeAt({ entries, place }: YamlMapping, key: string): TextPosition {
  return entries.get(key)?.value.place ?? place;
}

/** A value as JavaScript has it, mappings as Maps; an integer that a number holds exactly is a number. */
export function plain(value: YamlValue): unknown {
  if (value.kind === 'mapping') {
    return new Map(Array.from(value.entries, ([key, entry]) => [key, plain(entry.value)]));
  }
  if (value.kind === 'list') return value.items.map(plain);
  return typeof value.value === 'bigint' && Number.isSafeInteger(Number(value.value))
    ? Number(value.value)
    : value.value;
}

/** A scalar as it would stand in a URL: a number or a boolean keeps the author's spelling, such as `1.50`. */
export function scalarText({ value, written }: YamlScalar): string {
  return typeof value === 'string' ? value : written.text.slice(written.start, written.end);
}

/** A value as an answer's JSON has it: numbers beyond a double's precision are text, and so are NaN and the infinities. */
export function jsonValue(value: YamlValue): unknown {
  if (value.kind === 'mapping') {
    return Object.fromEntries(Array.from(value.entries, ([key, entry]) => [key, jsonValue(entry.value)]));
  }
  if (value.kind === 'list') return value.items.map(jsonValue);
  const scalar = plain(value);
  return typeof scalar === 'bigint' || (typeof scalar === 'number' && !Number.isFinite(scalar))
    ? String(scalar)
    : scalar;
}
