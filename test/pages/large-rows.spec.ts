import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { pagesFrom } from '../support/pages/paged-log.js';
import { startService } from '../support/service.js';

/** Rows of more and more bytes. */
const file = (name: string, times: number) =>
  endpointFile({
    name,
    parameters: { above: { type: 'integer' } },
    columns: [
      { name: 'id', type: 'INT64', nullable: false },
      { name: 'text', type: 'STRING' },
    ],
    page: { size: 10, next: { above: 'id' } },
    max_bytes: 1024,
    query: `SELECT id, REPEAT('x', ${times} * id) AS text FROM UNNEST(GENERATE_ARRAY(1, 30)) AS id
      WHERE id > COALESCE(@above, 0) ORDER BY id`,
  });

describe('pages of large rows', () => {
  it('have fewer rows than they might, and lose none; one that has no room at all is told', async () => {
    const service = await startService({
      endpoints: { 'fit.yaml': file('fit', 30), 'burst.yaml': file('burst', 100) },
    });
    const sizes: number[] = [];
    const ids: string[] = [];
    for await (const { rows, answer } of pagesFrom(service, '/api/endpoints/query/fit')) {
      sizes.push(rows.length);
      ids.push(...rows.map(({ id }) => id));
      expect(answer.headers.has('quern-truncated')).toBe(false);
    }
    expect(ids).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
    expect(Math.max(...sizes)).toBeLessThan(10);
    const answer = await service.get('/api/endpoints/query/burst?above=15');
    const { detail } = await assertProblem(answer, 'broken_page');
    expect(detail).toBe('Not even one row has room on the page.');
    await service.close();
  });
});
