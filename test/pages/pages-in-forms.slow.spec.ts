import { endpointFile } from '../support/endpoint-file.js';
import { rawRequest } from '../support/http/raw-request.js';
import { logRows, nextOf, pagedFile } from '../support/pages/paged-log.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const ENDPOINTS = {
  'log.yaml': pagedFile(),
  'sliced.yaml': endpointFile({
    name: 'sliced',
    slices: 'enabled',
    caching: 60,
    query: 'SELECT n FROM UNNEST(GENERATE_ARRAY(0, 99)) AS n ORDER BY n',
  }),
};
const QUERY = '/api/endpoints/query';

describe('pages and slices in other forms', () => {
  let service: TestService;
  const said = ({ headers }: Response) =>
    ['link', 'quern-next', 'quern-truncated', 'quern-total-rows'].map((name) => headers.get(name));

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, tables: { log: logRows(7) } });
  });
  afterAll(async () => service.close());

  it.each(['json', 'ndjson', 'csv', 'parquet', 'arrow'])('rows.%s says what the envelope says', async (form) => {
    const envelope = said(await service.get(`${QUERY}/log?tenant=a`));
    const path = `${QUERY}/log/rows.${form}?tenant=a`;
    const [made, hit] = [await service.get(path), await service.get(path)];
    const head = await rawRequest(service.base, path, { method: 'HEAD' });
    const etag = hit.headers.get('etag') ?? '';
    const unchanged = await service.get(path, { 'x-api-key': TOKEN, 'if-none-match': etag });
    expect([made, hit, head, unchanged].map(({ status }) => status)).toEqual([200, 200, 200, 304]);
    for (const answer of [made, hit, head, unchanged]) expect(said(answer)).toEqual(envelope);
  });

  it('a link leads to the next page in the same form, as safe as this one', async () => {
    const texts: string[] = [];
    for (let search: string | undefined = '?tenant=a&csv_safe=true'; search !== undefined;) {
      const answer: Response = await service.get(`${QUERY}/log/rows.csv${search}`);
      expect(answer.headers.get('content-type')).toContain('text/csv');
      texts.push(...(await answer.text()).trimEnd().split('\r\n').slice(1));
      search = nextOf(answer);
      if (search !== undefined) expect(search).toMatch(/^\?csv_safe=true&tenant=a&cursor=/);
    }
    expect(texts.map((line) => /row-\d+/.exec(line)?.[0])).toEqual(
      logRows(7)
        .map(({ id }) => id)
        .reverse(),
    );
  });

  it('a slice is one in every form, made for its call and not kept', async () => {
    const slice = async (search: string) => service.get(`${QUERY}/sliced/rows.ndjson${search}`);
    for (const offset of [10, 20, 10]) {
      const answer = await slice(`?limit=2&offset=${offset}`);
      expect(await answer.text()).toBe(`{"n":${offset}}\n{"n":${offset + 1}}\n`);
      expect(answer.headers.get('quern-total-rows')).toBe('100');
    }
    expect((await (await slice('')).text()).split('\n')).toHaveLength(101);
    const [one, other] = [await slice('?limit=2&offset=10'), await slice('?limit=2&offset=11')];
    expect(one.headers.get('etag')).not.toBe(other.headers.get('etag'));
  });
});
