import { fieldDifferences } from './differences.js';

/** An expected row, the actual row in its place, or both; `row` counts from 1 in the answer, or in the expected rows. */
export interface AlignedRow {
  readonly row: number;
  readonly expected?: unknown;
  readonly actual?: unknown;
}

type Rows = readonly unknown[];
type Pair = readonly [expected: number, actual: number];
type Gap = readonly [expected: readonly number[], actual: readonly number[]];

/** Most expected times actual rows for a search of the longest common subsequence; beyond, rows are compared by their numbers alone. */
const MAX_CELLS = 40_000;

/** The rows that differ, each beside its counterpart; none where all are as expected. */
export function alignRows(expected: Rows, actual: Rows, unordered: boolean): readonly AlignedRow[] {
  const gaps = unordered ? [unmatched(expected, actual)] : gapsBetween(inOrder(expected, actual), expected, actual);
  return gaps.flatMap(([lefts, rights]) =>
    range(0, Math.max(lefts.length, rights.length)).flatMap((index) => {
      const [at, by] = [lefts[index], rights[index]];
      if (at !== undefined && by !== undefined && isSame(expected[at], actual[by])) return [];
      return {
        row: (by ?? at ?? 0) + 1,
        ...(at !== undefined && { expected: expected[at] }),
        ...(by !== undefined && { actual: actual[by] }),
      };
    }),
  );
}

function isSame(expected: unknown, actual: unknown): boolean {
  return fieldDifferences(expected, actual).length === 0;
}

/** Rows that have no equal one, wherever it stands. */
function unmatched(expected: Rows, actual: Rows): Gap {
  const free = new Set(actual.keys());
  const alone = [...expected.keys()].filter((at) => {
    const by = [...free].find((index) => isSame(expected[at], actual[index]));
    return by === undefined || !free.delete(by);
  });
  return [alone, [...free]];
}

function gapsBetween(pairs: readonly Pair[], expected: Rows, actual: Rows): readonly Gap[] {
  return [...pairs, [expected.length, actual.length] as const].map(([at, by], index) => {
    const [left, right] = pairs[index - 1] ?? [-1, -1];
    return [range(left + 1, at), range(right + 1, by)];
  });
}

/** The pairs of as many rows as possible that are as expected, in their order, so that one row too many does not make all after it wrong. */
function inOrder(expected: Rows, actual: Rows): readonly Pair[] {
  const shorter = Math.min(expected.length, actual.length);
  let head = 0;
  while (head < shorter && isSame(expected[head], actual[head])) head += 1;
  let tail = 0;
  while (tail < shorter - head && isSame(expected.at(-1 - tail), actual.at(-1 - tail))) tail += 1;
  const [lefts, rights] = [range(head, expected.length - tail), range(head, actual.length - tail)];
  return [
    ...range(0, head).map((index): Pair => [index, index]),
    ...(lefts.length * rights.length <= MAX_CELLS ? common(lefts, rights, expected, actual) : []),
    ...range(-tail, 0).map((index): Pair => [expected.length + index, actual.length + index]),
  ];
}

/** The longest common subsequence. */
function common(lefts: readonly number[], rights: readonly number[], expected: Rows, actual: Rows): readonly Pair[] {
  const same = lefts.map((at) => rights.map((by) => isSame(expected[at], actual[by])));
  const lengths = Array.from({ length: lefts.length + 1 }, () => new Array<number>(rights.length + 1).fill(0));
  const at = (row: number, column: number) => lengths[row]?.[column] ?? 0;
  for (let row = lefts.length - 1; row >= 0; row -= 1) {
    for (let column = rights.length - 1; column >= 0; column -= 1) {
      const line = lengths[row] ?? [];
      line[column] = same[row]?.[column]
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [0, 0];
  while (row < lefts.length && column < rights.length) {
    if (same[row]?.[column]) pairs.push([lefts[row++] ?? 0, rights[column++] ?? 0]);
    else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function range(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
