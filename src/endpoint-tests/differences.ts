/** One field of an answer that is not as expected; undefined where it is not there at all. */
export interface FieldDifference {
  /** Path such as `metadata[0].request[0].path`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

/**
 * The differences between an expected value and the actual one. A field that is expected nowhere is expected to be NULL, or an empty array,
 * which is what a NULL one is stored as.
 */
export function fieldDifferences(expected: unknown, actual: unknown, path = ''): readonly FieldDifference[] {
  if (isFields(expected) && isFields(actual)) {
    const [wanted, came] = [new Map(Object.entries(expected)), new Map(Object.entries(actual))];
    return [...new Set([...came.keys(), ...wanted.keys()])].flatMap((name) => {
      const within = path === '' ? name : `${path}.${name}`;
      const value = came.get(name);
      if (wanted.has(name)) return fieldDifferences(wanted.get(name), value, within);
      return isNothingExpected(value) ? [] : [{ path: within, expected: null, actual: value }];
    });
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, index) =>
      fieldDifferences(expected[index], actual[index], `${path}[${index}]`),
    ).flat();
  }
  return expected === actual ? [] : [{ path, expected, actual }];
}

/** Whether a value is what a field that is left out is expected to be. */
export function isNothingExpected(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
