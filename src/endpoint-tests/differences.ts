/** One field of an answer that is not as expected; undefined where it is not there at all. */
export interface FieldDifference {
  /** Path such as `metadata[0].request[0].path`. */
  readonly path: string;
  readonly expected: unknown;
  readonly actual: unknown;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The differences between an expected value and the actual one. A field that is expected nowhere is expected to be NULL, or an empty array,
 * which is what a NULL one is stored as.
 */
export function fieldDifferences(expected: unknown, actual: unknown, path = ''): readonly FieldDifference[] {
  if (isFields(expected) && isFields(actual)) {
    return [...new Set([...Object.keys(actual), ...Object.keys(expected)])].flatMap((name) =>
      name in expected
        ? fieldDifferences(expected[name], name in actual ? actual[name] : undefined, joined(path, name))
        : leftOut(actual[name], joined(path, name)),
    );
  }
  if (Array.isArray(expected) && Array.isArray(actual)) {
    const length = Math.max(expected.length, actual.length);
    return Array.from({ length }, (_, index) =>
      fieldDifferences(expected[index], actual[index], `${path}[${index}]`),
    ).flat();
  }
  return expected === actual ? [] : [{ path, expected, actual }];
}

function leftOut(actual: unknown, path: string): readonly FieldDifference[] {
  const isNothing = actual === null || (Array.isArray(actual) && actual.length === 0);
  return isNothing ? [] : [{ path, expected: null, actual }];
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
