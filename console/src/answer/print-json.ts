import { ExactNumber, type Value } from '../api/exact-number.js';

/** JSON over several lines, with every digit of every number. */
export function* jsonLines(value: unknown, indent = '', before = '', after = ''): Generator<string> {
  const entries = entriesOf(value);
  if (!entries || entries.items.length === 0) {
    yield `${indent}${before}${entries ? entries.open + entries.close : scalarText(value)}${after}`;
    return;
  }
  yield `${indent}${before}${entries.open}`;
  for (const [index, [name, item]] of entries.items.entries()) {
    yield* jsonLines(item, `${indent}  `, name, index < entries.items.length - 1 ? ',' : '');
  }
  yield `${indent}${entries.close}${after}`;
}

interface Entries {
  readonly open: string;
  readonly close: string;
  /** What stands in front of each, and itself. */
  readonly items: readonly (readonly [string, unknown])[];
}

function entriesOf(value: unknown): Entries | undefined {
  if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return undefined;
  if (Array.isArray(value)) return { open: '[', close: ']', items: value.map((item: unknown) => ['', item]) };
  const items = Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);
  return { open: '{', close: '}', items };
}

function scalarText(value: unknown): string {
  return value instanceof ExactNumber ? value.source : JSON.stringify(value);
}

/** JSON on one line, cut off where it becomes too long to be read there. */
export function jsonPreview(value: Value, most = 120): string {
  let text = '';
  for (const line of jsonLines(value)) {
    const part = line.trimStart();
    text += part.endsWith(',') ? `${part} ` : part;
    if (text.length > most) return `${text.slice(0, most)}…`;
  }
  return text;
}
