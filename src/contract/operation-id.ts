/**
 * The name of an endpoint in generated clients: its own with `_` for `.` and `-`, which no identifier may have. No two endpoints share one,
 * even in another case (`registry/checked-file.ts`). It never begins with `_`, as the ids of all other operations do.
 */
export function operationIdOf(name: string): string {
  return name.replace(/[.-]/g, '_');
}
