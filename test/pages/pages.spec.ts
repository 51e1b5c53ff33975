import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { assertProblem } from '../support/http/assert-problem.js';
import { rawRequest } from '../support/http/raw-request.js';
import { listed } from '../support/listing.js';
import { logRows, nextOf, pagedFile, pagesFrom } from '../support/pages/paged-log.js';
import { startService, type TestService, TOKEN } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const LOG = '/api/endpoints/query/log';
const BOUND = 'token-of-tenant-a';
const KEYS = `keys:
  - { id: all, sha256: "${hashToken(TOKEN)}", scopes: ["*", admin] }
  - { id: bound, sha256: "${hashToken(BOUND)}", scopes: ["*"], bind: { tenant: a } }
`;

const ENDPOINTS = {
  'log.yaml': pagedFile(),
  'other.yaml': pagedFile({ name: 'other', page: { size: 2, next: { before: 'time', before_id: 'id' } } }),
  'whole.yaml': endpointFile({ name: 'whole', query: 'SELECT 1 AS n' }),
  'own.yaml': endpointFile({
    name: 'own',
    parameters: { cursor: { type: 'string' } },
    query: 'SELECT @cursor AS given',
  }),
};

const LOG_ROWS = [...logRows(7), ...logRows(4, 'b')];

describe('answers in pages', () => {
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));
  let service: TestService;
  const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => Number(id.slice(-5)));
  const walk = async (path: string) => {
    const pages: number[][] = [];
    for await (const { rows } of pagesFrom(service, path)) pages.push(ids(rows));
    return pages;
  };
  /** What an answer says of its page. */
  const said = ({ headers }: Response) => ({
    link: nextOf({ headers } as Response),
    next: headers.get('quern-next') ?? undefined,
    truncated: headers.get('quern-truncated'),
  });

  beforeAll(async () => {
    service = await startService({
      endpoints: ENDPOINTS,
      keys: KEYS,
      clock,
      tables: { log: LOG_ROWS },
    });
  });
  afterAll(async () => service.close());

  it('lead from one to the next by Link, and end where there are no more rows', async () => {
    expect(await walk(`${LOG}?tenant=a`)).toEqual([[6, 5, 4], [3, 2, 1], [0]]);
    expect(await walk('/api/endpoints/query/other?tenant=b')).toEqual([
      [3, 2],
      [1, 0],
    ]);
  });

  it('say the next one as a cursor and as a reference with all that the call gave beside it', async () => {
    const first = await service.get(`${LOG}?words=m0&tenant=a&words=m1&utm=x&before=2026-11-20T00:00:02Z`);
    const { link, next, truncated } = said(first);
    expect(next).toMatch(/^[A-Za-z0-9_-]{50,300}$/);
    expect(link).toBe(`?words=m0&words=m1&tenant=a&cursor=${next}`);
    // What further pages have is not cut off.
    expect(truncated).toBeNull();
    const rows = await service.rows<{ id: string }>(`log${link}`);
    expect(ids(rows)).toEqual([3, 2, 1]);
  });

  it('keep what stood in brackets, and have no reference where that would be too long', async () => {
    expect(said(await service.get(`${LOG}?tenant=a&words[]=m0`)).link).toMatch(
      /^\?tenant=a&words%5B%5D=m0&cursor=[\w-]+$/,
    );
    const many = Array.from({ length: 90 }, (_, index) => `&words=${'x'.repeat(20)}${index}`).join('');
    const { link, next } = said(await service.get(`${LOG}?tenant=a&words=m0${many}`));
    expect([link, next]).toEqual([undefined, said(await service.get(`${LOG}?tenant=a&words=m0`)).next]);
  });

  it('are nothing that was cut off, for operators too', async () => {
    await service.get(`${LOG}?tenant=a`);
    expect((await listed(service, 'log')).runs).toMatchObject({ truncated: 0 });
  });

  it('are ordinary cached calls: hits, HEAD and 304 say the same', async () => {
    const path = `${LOG}?tenant=a`;
    const first = said(await service.get(path));
    const hit = await service.get(path);
    expect([hit.headers.get('cache-status'), said(hit)]).toEqual([expect.stringContaining('; hit;'), first]);
    const head = await rawRequest(service.base, path, { method: 'HEAD' });
    expect([head.status, said(head)]).toEqual([200, first]);
    const etag = hit.headers.get('etag') ?? '';
    const unchanged = await service.get(path, { 'x-api-key': TOKEN, 'if-none-match': etag });
    expect([unchanged.status, said(unchanged)]).toEqual([304, first]);
    // A page by its cursor and by the values in it are one call.
    await service.rows(`log?tenant=a&cursor=${first.next}`);
    const same = await service.get(`${path}&before=2026-11-20T00:00:01.000001Z&before_id=row-00004`);
    expect(same.headers.get('cache-status')).toContain('; hit;');
  });

  it('say what is so when they are made anew, though their rows are the same', async () => {
    const path = '/api/endpoints/query/log?tenant=c';
    const tables = logRows(5, 'c');
    await service.writeTable('log', [...LOG_ROWS, ...tables]);
    await service.get(path);
    // From memory, by a head that is remembered with the URL.
    const [first, again] = [await service.get(path), await service.get(path)];
    expect([said(first).link !== undefined, said(again)]).toEqual([true, said(first)]);
    await service.writeTable('log', [...LOG_ROWS, ...tables.slice(2)]);
    clock.later(61);
    const [run, hit] = [await service.get(path), await service.get(path)];
    expect(await run.text()).toBe(await first.text());
    // A cache that is told that its answer is still good keeps the fields that it has.
    expect(run.headers.get('etag')).not.toBe(first.headers.get('etag'));
    for (const answer of [run, hit])
      expect(said(answer)).toEqual({ link: undefined, next: undefined, truncated: null });
    expect(hit.headers.get('cache-status')).toContain('; hit;');
  });

  it('are the same with the parameters in a body, whose answer has a cursor and no link', async () => {
    for (const method of ['POST', 'QUERY']) {
      const call = async (body: object) =>
        rawRequest(service.base, LOG, {
          method,
          headers: { 'x-api-key': TOKEN, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        });
      const first = await call({ tenant: 'a', cursor: null });
      const { next, link } = said(first);
      expect([next, link]).toEqual([said(await service.get(`${LOG}?tenant=a`)).next, undefined]);
      const second = await call({ tenant: 'a', cursor: next });
      expect(ids(((await second.json()) as { result: { id: string }[] }).result)).toEqual([3, 2, 1]);
    }
  });

  it('say it in meta too, null behind the last', async () => {
    const meta = async (path: string) => {
      const answer = await service.get(path, { 'x-api-key': TOKEN, prefer: 'include=meta' });
      return ((await answer.json()) as { meta: Record<string, unknown> }).meta;
    };
    const { next } = said(await service.get(`${LOG}?tenant=a`));
    expect(await meta(`${LOG}?tenant=a`)).toMatchObject({ rows: 3, max_rows: 3, truncated: false, next });
    expect(await meta(`${LOG}?tenant=a&before=2026-11-20T00:00:00Z`)).toMatchObject({ rows: 0, next: null });
    expect(await meta('/api/endpoints/query/whole')).not.toHaveProperty('next');
  });

  it('take a cursor in place of what the call gave under its parameters', async () => {
    const { next = '' } = said(
      await service.get(`${LOG}?tenant=a&before=2026-11-20T00:00:01.000001Z&before_id=row-00006`),
    );
    const again = `log?tenant=a&before=2026-11-20T00:00:01.000001Z&before_id=row-00006&cursor=${next}`;
    expect(ids(await service.rows(again))).toEqual([2, 1, 0]);
    expect(ids(await service.rows('log?tenant=a&cursor='))).toEqual([6, 5, 4]);
  });

  it('of a key’s own tenant are all that a cursor leads to, whoever it was given to', async () => {
    const { next = '' } = said(await service.get(`${LOG}?tenant=b`));
    const rows = async (path: string) => {
      const answer = await service.get(path, { 'x-api-key': BOUND });
      return [answer.status, ids(((await answer.json()) as { result: { id: string }[] }).result)];
    };
    expect(await rows(`${LOG}?cursor=${next}`)).toEqual([200, [0]]);
    const link = said(await service.get(LOG, { 'x-api-key': BOUND })).link ?? '';
    expect(link).toMatch(/^\?cursor=/);
    expect(await rows(LOG + link)).toEqual([200, [3, 2, 1]]);
    await assertProblem(await service.get(`${LOG}?tenant=b&cursor=${next}`, { 'x-api-key': BOUND }), 'forbidden');
  });

  it('are begun anew where the cursor is another endpoint’s, or the file has changed', async () => {
    const { next = '' } = said(await service.get(`${LOG}?tenant=a`));
    await assertProblem(await service.get(`/api/endpoints/query/other?tenant=a&cursor=${next}`), 'cursor_outdated');
    await assertProblem(await service.get(`/api/endpoints/query/whole?cursor=${next}`), 'cursor_outdated');
    // It may be called so where there are no pages, and be anything that Quern has not made.
    expect(await service.rows(`own?cursor=${next}`)).toEqual([{ given: next }]);
    const ignored = await service.get('/api/endpoints/query/whole?cursor=abc');
    expect([ignored.status, ignored.headers.get('quern-ignored-parameters')]).toEqual([200, 'cursor']);
  });

  it('are documented, with their cursor', async () => {
    const document = (await (await service.get('/api/openapi.json')).json()) as {
      paths: Record<string, { get: { description: string; parameters: { name: string; description: string }[] } }>;
    };
    const { description, parameters } = document.paths[LOG]?.get ?? { description: '', parameters: [] };
    expect(description).toContain('Pages of at most 3 rows.');
    expect(parameters.find(({ name }) => name === 'cursor')?.description).toContain('`before`, `before_id`');
    expect(document.paths['/api/endpoints/query/whole']?.get.parameters.map(({ name }) => name)).not.toContain(
      'cursor',
    );
  });
});
