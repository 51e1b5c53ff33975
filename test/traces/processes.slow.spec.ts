import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { type QuernProcess, startQuern } from '../support/processes/quern-process.js';
import { TOKEN } from '../support/service.js';
import { OtlpReceiver } from '../support/traces/otlp-receiver.js';

/** Longer than any test: what is sent has not waited for it. */
const NEVER_MS = String(3_600_000);

/** Writes down at the end which files of OpenTelemetry the process has loaded. */
const HOOK = `
  if (process.argv.includes('serve')) process.on('exit', () => {
    const loaded = Object.keys(require.cache).filter((path) => path.includes('@opentelemetry'));
    require('node:fs').writeFileSync('loaded.json', JSON.stringify(loaded));
  });
`;

describe('a process', () => {
  let folder: string;
  let receiver: OtlpReceiver;
  let quern: QuernProcess;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quern-traces-'));
    await mkdir(join(folder, 'endpoints'));
    await mkdir(join(folder, 'data'));
    await writeFile(join(folder, 'hook.cjs'), HOOK);
    await writeFile(join(folder, 'endpoints', 'one.yaml'), endpointFile({ name: 'one', query: 'SELECT 1 AS one' }));
    receiver = new OtlpReceiver();
    await receiver.listen();
  });
  afterEach(async () => {
    quern.child.kill('SIGKILL');
    await quern.ended;
    await receiver.close();
    await rm(folder, { recursive: true });
  });

  const start = (env: Readonly<Record<string, string>>) => {
    const hook = `--require=${join(folder, 'hook.cjs')}`;
    quern = startQuern({ folder, env: { QUERN_DATA: 'data', NODE_OPTIONS: hook, ...env } });
  };
  const callAndEnd = async () => {
    const base = await quern.listening();
    const answer = await fetch(`${base}/api/endpoints/query/one`, { headers: { 'x-api-key': TOKEN } });
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    quern.child.kill('SIGTERM');
    expect(await quern.ended).toMatchObject({ status: 0, signal: null });
  };
  const loaded = async () => JSON.parse(await readFile(join(folder, 'loaded.json'), 'utf8')) as string[];

  it.each([
    { OTEL_SERVICE_NAME: 'quern', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    { OTEL_TRACES_EXPORTER: 'otlp', OTEL_SDK_DISABLED: 'true' },
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', OTEL_TRACES_EXPORTER: 'none' },
  ])('has loaded nothing of OpenTelemetry where traces are off: %j', async (env) => {
    start(env);
    await callAndEnd();
    expect(await loaded()).toEqual([]);
    expect(quern.printed()).not.toContain('Traces');
  });

  it('sends what is left when it is told to end', async () => {
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: NEVER_MS });
    await callAndEnd();
    expect(receiver.spans.map(({ name }) => name).sort()).toEqual(['GET /api/endpoints/query/{endpoint}', 'one']);
    expect(await loaded()).not.toEqual([]);
  });

  it('has one request in the access log, in the line of its run and in its spans, by the same ids', async () => {
    const log = { QUERN_LOG_FORMAT: 'json', QUERN_ACCESS_LOG: 'all' };
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: NEVER_MS, ...log });
    await callAndEnd();
    const lines = quern
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    const [run] = lines.filter(({ context }) => context === 'Query');
    const [answer] = lines.filter(({ context }) => context === 'Answer');
    const { request_id, trace_id } = answer ?? {};
    expect([typeof request_id, typeof trace_id]).toEqual(['string', 'string']);
    expect(run).toMatchObject({ request_id, trace_id, endpoint: 'one', cause: 'client' });
    expect(receiver.spans.map(({ traceId }) => traceId)).toEqual([trace_id, trace_id]);
    const [server] = receiver.spans.filter(({ name }) => name.startsWith('GET'));
    expect(server?.attributes).toMatchObject({ 'quern.request_id': request_id });
  });

  it('ends where its receiver never answers', async () => {
    receiver.mood = 'hang';
    start({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_BSP_SCHEDULE_DELAY: NEVER_MS,
      OTEL_BSP_EXPORT_TIMEOUT: NEVER_MS,
      OTEL_EXPORTER_OTLP_TIMEOUT: NEVER_MS,
      QUERN_SHUTDOWN_GRACE: '1',
    });
    await callAndEnd();
    expect(receiver.requests).not.toEqual([]);
    expect(quern.printed()).toContain('The last traces could not be sent before the end');
  });

  it('starts where its receiver is away, and answers', async () => {
    const { url } = receiver;
    await receiver.close();
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_TIMEOUT: '100', QUERN_SHUTDOWN_GRACE: '1' });
    await callAndEnd();
    await receiver.listen();
  });

  it('does not start with gRPC, and says what to write', async () => {
    start({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(await quern.ended).toMatchObject({ status: 1 });
    expect(quern.printed()).toContain('OTEL_EXPORTER_OTLP_PROTOCOL is "grpc"; write `http/protobuf` or `http/json`');
  });
});
