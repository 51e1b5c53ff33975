/** A field with a list of what a client takes, has or prefers, beyond which it is of nobody who reads the answer. */
export const MAX_FIELD_CHARS = 1024;

/**
 * The field as it is, undefined where it is too long to be heeded: to read a list of 48 KiB, as large as a header may be, holds the event
 * loop a hundred times as long as all else of an answer from memory, and takes no key.
 */
export function shortField(field: string | undefined): string | undefined {
  return field !== undefined && field.length > MAX_FIELD_CHARS ? undefined : field;
}
