import { logRows, pagedFile, pagesFrom } from '../support/pages/paged-log.js';
import { startService, type TestService } from '../support/service.js';

const SIZE = 500;
const ROWS = 10_000;
const PAGE = { size: SIZE, next: { before: 'time', before_id: 'id' } };

const FILES = {
  // The engine tells by one row more than a page has whether there is a further one.
  'log.yaml': pagedFile({ page: PAGE }),
  'uncached.yaml': pagedFile({ name: 'uncached', page: PAGE, caching: 'disabled' }),
};

describe('a walk over 10,000 rows', () => {
  let service: TestService;
  /** Seven rows of each time, so that no page ends where a time does; and rows of another tenant between them. */
  const before = [...logRows(ROWS, 'a', 7), ...logRows(ROWS, 'b', 7)];

  beforeEach(async () => {
    service = await startService({ endpoints: FILES, tables: { log: before } });
  });
  afterEach(async () => service.close());

  it.each(['log', 'uncached'])('meets each once, while others arrive before and behind it: %s', async (name) => {
    const seen: string[] = [];
    let pages = 0;
    const late = (id: string, time: string) => ({ tenant: 'a', id, time, message: 'late' });
    const arrived: ReturnType<typeof late>[] = [];
    for await (const { rows, answer } of pagesFrom(service, `/api/endpoints/query/${name}?tenant=a`)) {
      seen.push(...rows.map(({ id }) => id));
      pages += 1;
      expect(answer.headers.has('quern-truncated')).toBe(false);
      const last = rows.at(-1);
      // At the very place where the page ended: in front of its last row, and behind it.
      if (last && pages % 3 === 1) {
        arrived.push(
          late(`${last.id}-front`, last.time),
          late(last.id.slice(0, -1), last.time),
          late('newest', '2026-12-01T00:00:00.000001Z'),
        );
        await service.writeTable('log', [...before, ...arrived]);
      }
    }
    const expected = before.filter(({ tenant }) => tenant === 'a').map(({ id }) => id);
    const behind = arrived.map(({ id }) => id).filter((id) => /^row-\d+$/.test(id));
    expect(behind.length).toBeGreaterThan(5);
    // Newest first; what arrived behind the place of the walk is met, what arrived in front of it is not.
    expect([...seen].sort()).toEqual([...expected, ...behind].sort());
    expect(new Set(seen).size).toBe(seen.length);
    expect(pages).toBe(Math.ceil((ROWS + behind.length) / SIZE));
  });

  it('of a table whose rows fill their pages ends with the last of them, without an empty one', async () => {
    const sizes: number[] = [];
    for await (const { rows } of pagesFrom(service, '/api/endpoints/query/log?tenant=b')) sizes.push(rows.length);
    expect(sizes).toEqual(Array.from({ length: ROWS / SIZE }, () => SIZE));
  });
});
