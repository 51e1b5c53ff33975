import { assertProblem } from '../support/http/assert-problem.js';
import { logRows, nextOf, PAGED_QUERY, pagedFile } from '../support/pages/paged-log.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const SANDBOXED = '/api/endpoints/query/sandboxed?tenant=a';
const ENDPOINTS = {
  'sandboxed.yaml': pagedFile({
    name: 'sandboxed',
    sandboxing: 'enabled',
    query: `WITH log AS (SELECT * FROM log WHERE tenant = @tenant) ${PAGED_QUERY}`,
  }),
};

describe('the pages of a sandboxed endpoint', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, tables: { log: logRows(7) } });
  });
  afterAll(async () => service.close());

  it('are those of its own query; SQL of the caller’s own has none, in a URL and in a body', async () => {
    const own = await service.get(SANDBOXED);
    expect(nextOf(own)).toMatch(/^\?tenant=a&cursor=/);
    const sql = 'SELECT id FROM log ORDER BY id';
    const posted = fetch(`${service.base}${SANDBOXED.split('?')[0]}`, {
      method: 'POST',
      headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
      body: JSON.stringify({ tenant: 'a', sql }),
    });
    for (const answer of [await service.get(`${SANDBOXED}&sql=${encodeURIComponent(sql)}`), await posted]) {
      expect([answer.status, answer.headers.get('link'), answer.headers.get('quern-next')]).toEqual([200, null, null]);
      // The rows that are cut off are on no other page.
      expect(answer.headers.get('quern-truncated')).toBe('true');
    }
    const both = `${SANDBOXED}&sql=SELECT+1&cursor=${own.headers.get('quern-next')}`;
    await assertProblem(await service.get(both), 'invalid_parameters');
  });
});
