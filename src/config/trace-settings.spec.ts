import { InvalidSettings } from './invalid-settings.js';
import { readTraceSettings } from './trace-settings.js';

const ENDPOINT = 'OTEL_EXPORTER_OTLP_ENDPOINT';
const ON = { [ENDPOINT]: 'http://collector:4318' };

/** The mistakes in an environment. */
function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readTraceSettings(env);
    return [];
  } catch (error) {
    if (error instanceof InvalidSettings) return error.problems;
    throw error;
  }
}

describe('the settings of traces', () => {
  it.each<NodeJS.ProcessEnv>([
    {},
    { [ENDPOINT]: ' ' },
    { ...ON, OTEL_SDK_DISABLED: 'TRUE' },
    { ...ON, OTEL_TRACES_EXPORTER: 'none' },
    // Variables of other programs.
    { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_TRACES_SAMPLER: 'other', OTEL_SERVICE_NAME: 'x' },
  ])('are off with %j', (env) => {
    expect(readTraceSettings(env)).toBeUndefined();
  });

  it('are on where an endpoint or an exporter is named', () => {
    const defaults = { protocol: 'http/protobuf', takesTraceparent: true };
    expect(readTraceSettings(ON)).toEqual({ ...defaults, origin: 'http://collector:4318' });
    expect(readTraceSettings({ OTEL_TRACES_EXPORTER: 'otlp' })).toEqual({
      ...defaults,
      origin: 'http://localhost:4318',
    });
  });

  it('take what is said of traces before what is said of all signals, and tell no password', () => {
    const own = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://me:secret@traces.example/v1/traces',
      OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
    };
    expect(readTraceSettings({ ...ON, ...own })).toMatchObject({
      protocol: 'http/json',
      origin: 'https://traces.example',
    });
  });

  it.each([
    ['tracecontext,baggage', true],
    ['baggage', false],
    ['none', false],
  ])('OTEL_PROPAGATORS=%s', (OTEL_PROPAGATORS, takesTraceparent) => {
    expect(readTraceSettings({ ...ON, OTEL_PROPAGATORS })).toMatchObject({ takesTraceparent });
  });

  it.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'http/protobuf'],
    ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'grpc', 'http/json'],
    ['OTEL_TRACES_EXPORTER', 'zipkin', 'none'],
    ['OTEL_TRACES_SAMPLER', 'parent_always_on', 'parentbased_always_on'],
    ['OTEL_PROPAGATORS', 'b3', 'tracecontext'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=a,region', 'pairs such as'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'team=a=b', '%3D'],
    ['OTEL_RESOURCE_ATTRIBUTES', 'share=50%', 'pairs such as'],
    ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE', '0', 'from 1 to'],
    ['OTEL_BSP_MAX_QUEUE_SIZE', '-1', 'from 1 to'],
    ['OTEL_BSP_SCHEDULE_DELAY', '5s', 'from 0 to'],
    ['OTEL_BSP_EXPORT_TIMEOUT', '99999999999', 'from 1 to'],
    ['OTEL_EXPORTER_OTLP_TIMEOUT', '0', 'from 1 to'],
  ])('refuse %s=%s, and say what to write', (variable, value, remedy) => {
    const [problem, ...others] = problemsOf({ ...ON, [variable]: value });
    expect(others).toEqual([]);
    expect(problem).toContain(`${variable} is "${value}"; write `);
    expect(problem).toContain(remedy);
  });

  it.each(['1.5', '-1', 'half'])('refuse the ratio %s', (OTEL_TRACES_SAMPLER_ARG) => {
    const env = { ...ON, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG };
    expect(problemsOf(env)).toEqual([expect.stringContaining('from 0 to 1')]);
  });

  it('take attributes as the specification has them', () => {
    expect(problemsOf({ ...ON, OTEL_RESOURCE_ATTRIBUTES: 'team=a, region=b%2Cc%3D,,empty=' })).toEqual([]);
  });

  it('refuse an endpoint without showing it, and tell every problem at once', () => {
    const problems = problemsOf({ [ENDPOINT]: 'secret@collector:4318', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
    expect(problems).toHaveLength(2);
    expect(problems.join()).not.toContain('secret');
  });
});
