import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { startService, type TestService, TOKEN } from '../support/service.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('the line of a run', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({
      endpoints: {
        'kept.yaml': endpointFile({
          name: 'kept',
          parameters: { by: { type: 'integer', default: 1 } },
          caching: 60,
          query: 'SELECT 6 / (@by - n) AS quotient FROM UNNEST([0]) AS n',
        }),
        'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT 1 AS one' }),
        'listed.yaml': endpointFile({ name: 'listed', caching: 60, warm: [{}], query: 'SELECT 1 AS one' }),
      },
    });
  });
  afterAll(async () => service.close());

  const linesOf = async (path: string, headers: Record<string, string>) => {
    const since = service.log.length;
    await service.get(`/api/endpoints/query/${path}`, { 'x-api-key': TOKEN, ...headers });
    const lines = service.log.slice(since).filter((line) => !line.startsWith('listed '));
    return lines.map((line) => line.replace(/\d+ ms/, 'some ms'));
  };

  it.each(['kept', 'fresh'])('of %s has the ids of the request that has caused it', async (name) => {
    const traceparent = `00-${TRACE}-b7ad6b7169203331-01`;
    expect(await linesOf(name, { 'x-request-id': 'mine', traceparent })).toEqual([
      `${name} for env: 1 rows in some ms request_id=mine trace_id=${TRACE}`,
    ]);
  });

  it.each([
    `ff-${TRACE}-b7ad6b7169203331-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-b7ad6b7169203331-01-more`,
  ])('is of no trace by a `traceparent` that spans do not follow either: %s', async (traceparent) => {
    expect(await linesOf('fresh', { 'x-request-id': 'mine', traceparent })).toEqual([
      'fresh for env: 1 rows in some ms request_id=mine',
    ]);
  });

  it('has the id that the client is told, where it has sent none', async () => {
    const since = service.log.length;
    const answer = await service.get('/api/endpoints/query/fresh');
    expect(service.log[since]).toContain(` request_id=${answer.headers.get('x-request-id')}`);
  });

  it('has them where it fails', async () => {
    const [line] = await linesOf('kept?by=0', { 'x-request-id': 'failing' });
    expect(line).toMatch(/^kept: query_failed: .*division by zero.* request_id=failing$/);
  });

  it('has those of the request that came first, where several wait for it', async () => {
    const since = service.log.length;
    const ids = ['first', 'second', 'third'];
    const get = async (id: string) =>
      service.get('/api/endpoints/query/kept?by=3', { 'x-api-key': TOKEN, 'x-request-id': id });
    await Promise.all(ids.map(get));
    const lines = service.log.slice(since);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/request_id=(first|second|third)$/);
  });

  it('is told as warming’s where it is ahead of time', async () => {
    await eventually(() => service.log.some((line) => line.startsWith('listed ')));
    const lines = service.log.filter((line) => line.startsWith('listed '));
    expect(lines).toEqual([expect.stringMatching(/^listed for warming: 1 rows in \d+ ms$/)]);
  });
});
