import { CODINGS, type CachedResult } from './cached-result.js';

/**
 * Bytes of memory that an entry holds: its bodies, its key, and the objects around them. The two constants are measured
 * (`test/cache/memory.slow.spec.ts` compares them with the memory of the process).
 */
export function entrySize(key: string, { body, coded, columns, next, cost, tables, run }: CachedResult): number {
  let size = ENTRY_BYTES + key.length * (WIDE.test(key) ? 2 : 1) + BUFFER_BYTES + body.length;
  if (run) size += SPAN_BYTES;
  if (cost) size += COST_BYTES;
  if (tables !== undefined) size += TEXT_BYTES + tables.length;
  if (next !== undefined) size += TEXT_BYTES + next.length;
  for (const { name, type } of columns) size += COLUMN_BYTES + name.length + type.length;
  for (const coding of CODINGS) {
    const bytes = coded[coding];
    if (bytes) size += BUFFER_BYTES + bytes.length;
  }
  return size;
}

/** Characters beyond the one byte that V8 needs for each in a text without them. */
const WIDE = /[\u0100-\uffff]/;

/** The result's object, its hash, and its places in the maps of the cache and of warming. */
const ENTRY_BYTES = 500;

/** A column's object and its place in the list. */
const COLUMN_BYTES = 104;

/** The ids of a span, as texts. */
const SPAN_BYTES = 150;

/** The cost of a run: an object with four numbers. */
const COST_BYTES = 104;

/** Bytes of a text beside its characters, which take one byte each. */
const TEXT_BYTES = 24;
/** A Buffer beside its bytes: the object, its ArrayBuffer and the allocation's own book-keeping. */
const BUFFER_BYTES = 220;
