import { readEndpoint } from '../endpoint-files/format/read-endpoint.js';
import { isPaged } from './cursor.js';
import { PageEnds } from './page-ends.js';

const FILE = `id: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a
name: a
parameters: { above: { type: integer } }
columns: [{ name: n, type: INT64, nullable: false }]
page: { size: 2, next: { above: n } }
query: SELECT n FROM t WHERE n > COALESCE(@above, 0) ORDER BY n
`;
const COLUMNS = [{ name: 'n', type: 'INT64' }];

function ends(above: bigint | null = null): PageEnds {
  const { endpoint } = readEndpoint('x.yaml', Buffer.from(FILE));
  if (!endpoint || !isPaged(endpoint)) throw new Error('the file has no pages');
  const values = endpoint.parameters.map((declaration) => ({ declaration, value: above }));
  return new PageEnds(endpoint, values);
}

function next(page: PageEnds, hasMore: boolean, ...rows: readonly string[]) {
  page.begin(COLUMNS);
  for (const row of rows) page.add([row]);
  const cursor = page.next(hasMore);
  return cursor === undefined ? undefined : (JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[])[2];
}

describe('PageEnds', () => {
  it('goes on behind the last row, where there is another one', () => {
    expect(next(ends(), true, '1', '2')).toBe('2');
    expect(next(ends(), false, '1', '2')).toBeUndefined();
    expect(next(ends(), false)).toBeUndefined();
  });

  it('goes on behind a page that has fewer rows than it might, and begins again with a run that does', () => {
    const page = ends();
    expect(next(page, true, '7', '8')).toBe('8');
    expect(next(page, true, '1')).toBe('1');
  });

  it('refuses a page on which not even one row has room, behind which nothing is known', () => {
    expect(() => next(ends(), true)).toThrow('Not even one row has room on the page.');
  });

  it('refuses rows that do not come after the place where the page was to begin', () => {
    expect(next(ends(2n), true, '3', '4')).toBe('4');
    for (const first of ['2', '1', '-9223372036854775808']) {
      expect(() => next(ends(2n), true, first, '4')).toThrow('does not come after');
    }
  });
});
