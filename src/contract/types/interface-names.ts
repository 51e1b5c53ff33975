/**
 * What the types of each endpoint are called: its name in PascalCase, `usage.api-counts` as `UsageApiCounts`. Where two come to the same,
 * the later ones have a number.
 */
export function interfaceNames(names: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>();
  return new Map(
    names.map((name) => {
      const base = pascalCase(name);
      let free = base;
      for (let number = 2; taken.has(free); number += 1) free = `${base}_${number}`;
      taken.add(free);
      return [name, free];
    }),
  );
}

function pascalCase(name: string): string {
  const words = name.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  const pascal = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  return /^[A-Za-z]/.test(pascal) ? pascal : `_${pascal}`;
}
