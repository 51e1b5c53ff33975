import type { Column } from '../../engines/engine.js';
import { columnMismatch } from './column-mismatch.js';
import { readEndpoint } from './read-endpoint.js';

const { endpoint } = readEndpoint(
  'x.yaml',
  Buffer.from(`id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: a
columns:
  - { name: n, type: INT64 }
  - type: STRING
    name: s
query: SELECT 1 AS n, '' AS s
`),
);

/** Columns written as `name TYPE`. */
function columns(...texts: readonly string[]): Column[] {
  return texts.map((text) => ({ name: text.split(' ')[0] ?? '', type: text.split(' ')[1] ?? '' }));
}

function difference(...returned: readonly string[]): string | undefined {
  const places = endpoint?.source.columns;
  const found = places && columnMismatch(endpoint.columns ?? [], columns(...returned), places);
  return found && `${found.place.line}:${found.place.column} ${found.message}`;
}

describe('columnMismatch', () => {
  it('finds none between equals', () => {
    expect(difference('n INT64', 's STRING')).toBeUndefined();
  });

  it.each([
    [
      'another type',
      ['n INT64', 's BYTES'],
      '5:11 column "s" is BYTES in the query, not STRING; write type: BYTES, or CAST it in the query',
    ],
    [
      'another name',
      ['m INT64', 's STRING'],
      '4:13 the query returns no column "n"; write name: m here, or change the query',
    ],
    [
      'another order',
      ['s STRING', 'n INT64'],
      '4:13 column "n" is number 2 in the query, not 1; the order counts; write name: s here, or change the query',
    ],
    ['a column less', ['n INT64'], '6:11 the query returns no column "s"; remove it, or SELECT it in the query'],
    [
      'a column more',
      ['n INT64', 's STRING', 'd DATE'],
      '3:1 the query returns one more column; write - { name: d, type: DATE } as item 3, or remove it from the query',
    ],
  ])('points at the item that differs: %s', (_, returned, expected) => {
    expect(difference(...returned)).toBe(expected);
  });
});
