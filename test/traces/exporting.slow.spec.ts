import { hashToken } from '../../src/access/token.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { TOKEN } from '../support/service.js';
import { startTracedService, type TracedService } from '../support/traces/traced-service.js';

const QUERY_SPAN = 'GET /api/endpoints/query/{endpoint}';
const ENDPOINTS = {
  'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n' }),
};
const PATH = '/api/endpoints/query/fresh';

describe('what is exported', () => {
  let service: TracedService | undefined;
  afterEach(async () => {
    await service?.close();
    service = undefined;
  });

  it('goes out in Protocol Buffers, compressed and with headers, as the standard variables say', async () => {
    service = await startTracedService(
      { endpoints: ENDPOINTS },
      {
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-receiver',
        OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
        OTEL_SERVICE_NAME: 'quern-of-mine',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
      },
    );
    await service.get(PATH);
    const [request] = await service.spans(QUERY_SPAN);
    const [run] = await service.spans('fresh');
    expect(run).toMatchObject({
      traceId: request?.traceId,
      parentSpanId: request?.spanId,
      kind: 3,
      attributes: { 'db.system.name': 'duckdb', 'db.response.returned_rows': 3, 'quern.truncated': false },
      resource: { 'service.name': 'quern-of-mine', 'deployment.environment.name': 'staging' },
    });
    expect(request?.traceId).toMatch(/^[0-9a-f]{32}$/);
    expect((run?.endedAt ?? 0n) - (run?.startedAt ?? 0n)).toBeGreaterThan(0n);
    for (const { url, headers } of service.receiver.requests) {
      expect(url).toBe('/v1/traces');
      expect(headers).toMatchObject({
        'content-type': 'application/x-protobuf',
        'content-encoding': 'gzip',
        authorization: 'Bearer of-the-receiver',
      });
    }
  });

  it.each([
    ['always_off', undefined, 0],
    ['traceidratio', '0', 0],
    ['parentbased_always_off', undefined, 1],
    ['parentbased_traceidratio', '0', 1],
    ['always_on', undefined, 3],
  ])('is what the sampler %s says', async (sampler, argument, count) => {
    const { receiver, get, close } = (service = await startTracedService(
      { endpoints: ENDPOINTS },
      { OTEL_TRACES_SAMPLER: sampler, ...(argument !== undefined && { OTEL_TRACES_SAMPLER_ARG: argument }) },
    ));
    const call = (flags?: string) =>
      get(PATH, {
        'x-api-key': TOKEN,
        ...(flags !== undefined && { traceparent: `00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-${flags}` }),
      });
    for (const flags of [undefined, '00', '01']) await call(flags);
    await service.spans(QUERY_SPAN, count);
    service = undefined;
    // What there was besides would have been sent by now.
    await close();
    expect(receiver.named(QUERY_SPAN)).toHaveLength(count);
    expect(receiver.named('fresh')).toHaveLength(count);
  });

  it('heeds no traceparent where the propagators have none', async () => {
    service = await startTracedService({ endpoints: ENDPOINTS }, { OTEL_PROPAGATORS: 'none' });
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    await service.get(PATH, { 'x-api-key': TOKEN, traceparent: `00-${traceId}-b7ad6b7169203331-01` });
    const [request] = await service.spans(QUERY_SPAN);
    expect(request).toMatchObject({ parentSpanId: '' });
    expect(request?.traceId).not.toBe(traceId);
  });

  it('has nothing of values, SQL, tokens, tenants and what else clients send', async () => {
    const canary = (name: string) => `canary-${name}-7f3a`;
    const token = canary('token');
    const { receiver, base, close } = (service = await startTracedService({
      tables: { notes: [{ project: canary('tenant'), note: canary('row') }] },
      endpoints: {
        'notes.yaml': endpointFile({
          name: 'notes',
          caching: 600,
          sandboxing: 'enabled',
          parameters: {
            project: { type: 'string' },
            text: { type: 'string' },
            many: { type: 'array', items: 'integer' },
          },
          query: `WITH mine AS (SELECT note, '${canary('sql')}' AS fixed FROM notes WHERE project = @project)
            SELECT note, fixed FROM mine WHERE ARRAY_LENGTH(@many) > 100 OR @text IS NULL OR IF(@text = 'fail', ERROR(note), note) IS NOT NULL`,
        }),
      },
      keys: JSON.stringify({
        keys: [{ id: 'tenants', scopes: ['notes'], sha256: hashToken(token), bind: { project: canary('tenant') } }],
      }),
    }));
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const headers = {
      'x-api-key': token,
      'user-agent': canary('agent'),
      cookie: `a=${canary('cookie')}`,
      referer: `https://${canary('referer')}/`,
      baggage: `user=${canary('baggage')}`,
      tracestate: `vendor=${canary('state')}`,
      'x-forwarded-for': canary('address'),
      prefer: 'include=meta',
      traceparent,
    };
    const query = `${base}/api/endpoints/query`;
    const own = encodeURIComponent(`SELECT note, '${canary('own')}' AS own FROM mine`);
    const call = async (url: string, options: RequestInit = {}) => {
      await (await fetch(url, { headers, ...options })).arrayBuffer();
    };
    const plain = { 'x-api-key': token, traceparent };
    await call(`${query}/notes?text=${canary('value')}&${canary('name')}=1`);
    await call(`${query}/notes?many=${canary('many')}`);
    await call(`${query}/notes?text=${canary('value')}`, { headers: plain });
    // A hit.
    await call(`${query}/notes?text=${canary('value')}`, { headers: plain });
    await call(`${query}/notes?text=fail`);
    await call(`${query}/notes?sql=${own}`);
    await call(`${query}/notes?sql=${encodeURIComponent(`SELECT ${canary('bad').replaceAll('-', '_')}`)}`);
    await call(`${query}/notes`, {
      method: 'POST',
      body: JSON.stringify({ text: canary('body'), many: canary('wrong') }),
    });
    await call(`${query}/${canary('endpoint')}?a=${canary('query')}`);
    await call(`${base}/api/endpoints/${canary('listing')}`);
    await call(`${base}/${canary('path')}`);
    await call(`${query}/notes`, { headers: { ...headers, 'x-api-key': canary('other') } });
    await eventually(() => receiver.spans.filter(({ kind }) => kind === 2).length >= 12);
    service = undefined;
    await close();
    const sent = Buffer.concat(receiver.bodies).toString('latin1');
    expect(sent).toContain('notes');
    expect(sent.match(/canary[-_]\w+/gi)).toBeNull();
    expect(JSON.stringify(receiver.requests)).not.toMatch(/canary/i);
    const statuses = receiver.spans.map(({ attributes }) => attributes['http.response.status_code']);
    expect(statuses).toEqual(expect.arrayContaining([200, 400, 401, 404]));
    expect(receiver.spans.some(({ attributes }) => attributes['quern.cache'] === 'hit')).toBe(true);
    expect(receiver.spans.some(({ attributes }) => attributes['quern.sandboxed'] === true)).toBe(true);
  });
});

describe('a receiver', () => {
  it('that refuses is told of once, and once more when it takes spans again', async () => {
    const service = await startTracedService({ endpoints: ENDPOINTS });
    const { receiver, log } = service;
    const lines = () => log.filter((line) => /^Traces (cannot|are exported to .* again)/.test(line));
    receiver.mood = 400;
    for (let round = 1; round <= 4; round += 1) {
      const before = receiver.requests.length;
      expect((await service.get(PATH)).status).toBe(200);
      await eventually(() => receiver.requests.length > before);
    }
    await eventually(() => lines().length > 0);
    expect(lines()).toEqual([expect.stringContaining(`cannot be exported to ${receiver.url}`)]);
    receiver.mood = 'take';
    await service.get(PATH);
    await service.spans(QUERY_SPAN);
    await eventually(() => lines().length > 1);
    expect(lines()).toEqual([expect.anything(), expect.stringMatching(/again; \d+ spans have been lost/)]);
    await service.close();
  });

  it('that never answers keeps nobody waiting, and what waits for it is bounded', async () => {
    const service = await startTracedService(
      { endpoints: ENDPOINTS },
      { OTEL_BSP_MAX_QUEUE_SIZE: '6', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '2', OTEL_EXPORTER_OTLP_TIMEOUT: '300' },
    );
    const { receiver } = service;
    receiver.mood = 'hang';
    for (let calls = 0; calls < 40; calls += 1) expect((await service.get(PATH)).status).toBe(200);
    receiver.mood = 'take';
    await eventually(() => receiver.spans.length > 0);
    await service.close();
    // 80 spans were made.
    expect(receiver.spans.length).toBeLessThanOrEqual(6 + 2);
  });
});
