/**
 * What a generated client calls an endpoint: its name with what no language has in names as `_`. No two endpoints have one, whatever its
 * case (`registry/duplicate-names.ts`). It never begins with `_`, which operations that are no endpoint's do.
 */
export function operationIdOf(name: string): string {
  return name.replace(/[.-]/g, '_');
}
