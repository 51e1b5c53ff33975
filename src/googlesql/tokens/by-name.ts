interface Named {
  readonly name?: string | undefined;
}

/** Whether two names are one, whose case does not count. */
export function isSameName(one: string | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

const indexes = new WeakMap<readonly Named[], ReadonlyMap<string, readonly Named[]>>();

/** Most items that are looked through sooner than an index of them is made. */
export const FEW = 8;

/**
 * The items of this name in any case. Rows as wide as a text can make them are asked for as many names, so that an index saves looking
 * through all of them for each.
 */
export function byName<T extends Named>(all: readonly T[], name: string): readonly T[] {
  const wanted = name.toLowerCase();
  if (all.length <= FEW) return all.filter((each) => each.name?.toLowerCase() === wanted);
  const index = indexes.get(all) ?? indexed(all);
  indexes.set(all, index);
  return (index.get(wanted) ?? []) as readonly T[];
}

function indexed(all: readonly Named[]): ReadonlyMap<string, readonly Named[]> {
  const index = new Map<string, Named[]>();
  for (const each of all) {
    if (each.name === undefined) continue;
    const name = each.name.toLowerCase();
    const others = index.get(name);
    if (others) others.push(each);
    else index.set(name, [each]);
  }
  return index;
}
