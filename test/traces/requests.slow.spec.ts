import { type IncomingMessage, type Server } from 'node:http';
import { contextOf } from '../../src/http/request/request-context.js';
import { endpointFile } from '../support/endpoint-file.js';
import { TOKEN } from '../support/service.js';
import { startTracedService, type TracedService } from '../support/traces/traced-service.js';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const PARENT = 'b7ad6b7169203331';
const traceparent = (flags: string) => `00-${TRACE}-${PARENT}-${flags}`;
const QUERY_SPAN = 'GET /api/endpoints/query/{endpoint}';
const SERVER = 2;
const CLIENT = 3;

const ENDPOINTS = {
  'kept.yaml': endpointFile({
    name: 'kept',
    caching: 600,
    parameters: { text: { type: 'string' }, by: { type: 'integer', default: 1 } },
    query: 'SELECT @text AS text, 1 / (@by - n) AS one FROM UNNEST([0]) AS n',
  }),
  'fresh.yaml': endpointFile({ name: 'fresh', query: 'SELECT n FROM UNNEST(GENERATE_ARRAY(1, 3)) AS n' }),
};

describe('the spans of requests', () => {
  let service: TracedService;

  beforeEach(async () => {
    service = await startTracedService({ endpoints: ENDPOINTS });
  });
  afterEach(async () => {
    await service.close();
  });
  const call = (path: string, headers: Record<string, string> = {}) =>
    service.get(path, { 'x-api-key': TOKEN, ...headers });
  /** A call without a hit, which has a span in any case: what came before it has been sent by then. */
  const untilHere = async () => {
    const before = service.receiver.named('GET').length;
    await call('/nothing-is-here');
    await service.spans('GET', before + 1);
  };

  it('a call that is no hit has a server span, and below it one of the run, by the conventions', async () => {
    await call('/api/endpoints/query/kept?text=a', { 'x-request-id': 'the-request' });
    const [request] = await service.spans(QUERY_SPAN);
    const [run] = await service.spans('kept');
    expect(request).toMatchObject({
      kind: SERVER,
      parentSpanId: '',
      status: 0,
      attributes: {
        'http.request.method': 'GET',
        'http.route': '/api/endpoints/query/{endpoint}',
        'http.response.status_code': 200,
        'url.scheme': 'http',
        'quern.endpoint': 'kept',
        'quern.cache': 'miss',
        'quern.rows': 1,
        'quern.request_id': 'the-request',
      },
    });
    expect(request?.attributes).not.toHaveProperty(['url.path']);
    expect(run).toMatchObject({
      kind: CLIENT,
      traceId: request?.traceId,
      parentSpanId: request?.spanId,
      status: 0,
      attributes: {
        'db.system.name': 'duckdb',
        'db.query.summary': 'kept',
        'db.response.returned_rows': 1,
        'quern.cause': 'client',
        'quern.outcome': 'ok',
        'quern.truncated': false,
        'quern.queue_wait_ms': 0,
      },
    });
    expect(request?.startedAt).toBeLessThanOrEqual(run?.startedAt ?? 0n);
    expect(run?.startedAt).toBeLessThanOrEqual(run?.endedAt ?? 0n);
    expect(run?.endedAt).toBeLessThanOrEqual(request?.endedAt ?? 0n);
    expect(request?.resource).toMatchObject({ 'service.name': 'quern', 'telemetry.sdk.name': 'opentelemetry' });
  });

  it('a run that is not cached is traced as one that is', async () => {
    await call('/api/endpoints/query/fresh');
    const [request] = await service.spans(QUERY_SPAN);
    const [run] = await service.spans('fresh');
    expect(run).toMatchObject({ parentSpanId: request?.spanId, attributes: { 'db.response.returned_rows': 3 } });
    expect(request).toMatchObject({ attributes: { 'quern.cache': 'bypass' } });
  });

  it('a request belongs to the trace of its traceparent, and one that is not recorded there has no span here', async () => {
    await call('/api/endpoints/query/kept?text=a', { traceparent: traceparent('01') });
    const [request] = await service.spans(QUERY_SPAN);
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: PARENT, flags: 0x301 });
    const [run] = await service.spans('kept');
    expect(run).toMatchObject({ parentSpanId: request?.spanId, flags: 0x101 });
    await call('/api/endpoints/query/kept?text=b', { traceparent: traceparent('00') });
    await untilHere();
    expect(service.receiver.named(QUERY_SPAN)).toHaveLength(1);
    expect(service.receiver.named('kept')).toHaveLength(1);
  });

  it('a hit has a span where its caller records the trace, and nowhere else', async () => {
    await call('/api/endpoints/query/kept?text=a', { traceparent: traceparent('00') });
    await call('/api/endpoints/query/kept?text=a');
    await call('/api/endpoints/query/kept?text=a', { traceparent: traceparent('00') });
    await call('/api/endpoints/query/kept?text=a', { traceparent: traceparent('01') });
    await untilHere();
    expect(service.receiver.named(QUERY_SPAN)).toEqual([
      expect.objectContaining({
        traceId: TRACE,
        parentSpanId: PARENT,
        attributes: expect.objectContaining({
          'quern.cache': 'hit',
          'quern.endpoint': 'kept',
          'http.response.status_code': 200,
        }) as unknown,
      }),
    ]);
  });

  it.each(['/health', '/livez', '/readyz', '/metrics'])(
    '%s has a span where its caller records the trace alone',
    async (path) => {
      await call(path);
      await call(path, { traceparent: traceparent('01') });
      await untilHere();
      const spans = service.receiver.named(`GET ${path}`);
      expect(spans).toEqual([
        expect.objectContaining({
          traceId: TRACE,
          attributes: expect.objectContaining({ 'url.path': path }) as unknown,
        }),
      ]);
    },
  );

  it.each([
    ['nothing', ''],
    ['another version’s end', `00-${TRACE}-${PARENT}-01-more`],
    ['no trace', `00-${'0'.repeat(32)}-${PARENT}-01`],
    ['no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['a version that there is not', `ff-${TRACE}-${PARENT}-01`],
  ])('a traceparent with %s is none', async (_, field) => {
    await call('/api/endpoints/query/fresh', field === '' ? {} : { traceparent: field });
    const [request] = await service.spans(QUERY_SPAN);
    expect(request?.parentSpanId).toBe('');
    expect(request?.traceId).not.toBe(TRACE);
  });

  it('a problem is told by its code; those of 500 and more are errors', async () => {
    await call('/api/endpoints/query/kept?by=x');
    await call('/api/endpoints/query/kept?text=a&by=0');
    const [refused, failed] = await service.spans(QUERY_SPAN, 2);
    expect(refused).toMatchObject({
      status: 0,
      attributes: { 'error.type': 'invalid_parameters', 'http.response.status_code': 400 },
    });
    const [run] = await service.spans('kept');
    const { status = 0, attributes = {} } = failed ?? {};
    expect(attributes['error.type']).toBe(run?.attributes['error.type']);
    expect(status === 2).toBe(Number(attributes['http.response.status_code']) >= 500);
    expect(run).toMatchObject({ parentSpanId: failed?.spanId });
    expect(run?.attributes).not.toHaveProperty(['db.response.returned_rows']);
  });

  it('the request and the log line of its run have the id of the trace that was made for it', async () => {
    const traces: unknown[] = [];
    const server = service.app.getHttpServer() as Server;
    server.on('request', (request: IncomingMessage) => traces.push(contextOf(request).traceId));
    await call('/api/endpoints/query/fresh');
    const [request] = await service.spans(QUERY_SPAN);
    expect(traces).toEqual([request?.traceId]);
    const lines = service.log.filter((line) => line.includes(`trace_id=${request?.traceId ?? ''}`));
    expect(lines).toEqual([expect.stringMatching(/^fresh for env: 3 rows/)]);
  });
});
