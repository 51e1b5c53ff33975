import { alignRows, type AlignedRow } from './align-rows.js';
import { fieldDifferences } from './differences.js';

/** Most rows that are shown; further ones are counted. */
const MAX_ROWS = 10;
const MAX_VALUE = 200;

/** The differences of rows from the expected ones, in lines; none where there are none. Values are JSON, so that 1 and "1" are told apart. */
export function differenceText(
  expected: readonly unknown[],
  actual: readonly unknown[],
  unordered: boolean,
): readonly string[] {
  const differing = alignRows(expected, actual, unordered);
  if (differing.length === 0) return [];
  const hidden = differing.length - MAX_ROWS;
  return [
    `${differing.length} ${differing.length === 1 ? 'row differs' : 'rows differ'} (${expected.length} expected, ${actual.length} came)`,
    ...differing.slice(0, MAX_ROWS).flatMap(rowText),
    ...(hidden > 0 ? [`  … and ${hidden} more`] : []),
  ];
}

function rowText(aligned: AlignedRow): readonly string[] {
  if (!('actual' in aligned)) return [`  row ${aligned.row} is missing`, `    - ${json(aligned.expected)}`];
  if (!('expected' in aligned)) return [`  row ${aligned.row} is too many`, `    + ${json(aligned.actual)}`];
  const fields = fieldDifferences(aligned.expected, aligned.actual);
  const paths = fields.map(({ path }) => path);
  return [
    `  row ${aligned.row}${context(aligned.actual, paths)}`,
    ...fields.flatMap(({ path, expected, actual }) => {
      const name = `${path}:`.padEnd(Math.max(...paths.map(({ length }) => length)) + 1);
      return [
        ...(expected === undefined ? [] : [`    - ${name} ${json(expected)}`]),
        `    + ${name} ${actual === undefined ? '(there is no such field)' : json(actual)}`,
      ];
    }),
  ];
}

/** The first column that is as expected, so that the reader knows which row it is. */
function context(row: unknown, differing: readonly string[]): string {
  const columns = Object.entries(row as object).filter(([, value]) => value !== null && typeof value !== 'object');
  const same = columns.find(([name]) => !differing.includes(name));
  return same ? `  ${same[0]}: ${json(same[1])}` : '';
}

function json(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > MAX_VALUE ? `${text.slice(0, MAX_VALUE - 1)}…` : text;
}
