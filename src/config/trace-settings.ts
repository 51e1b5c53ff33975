import { suggestion } from '../errors/suggestion.js';
import { InvalidSettings } from './invalid-settings.js';
import { integer, kind, type Kind, matching, numeric, oneOf, refusal } from './kinds.js';

const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** The export of traces. The exporter reads all else from the environment itself, by the standard names. */
export interface TraceSettings {
  readonly protocol: (typeof TRACE_PROTOCOLS)[number];
  /** Receiver's address for the log: without path, user and password. */
  readonly origin: string;
  /** Whether requests belong to the trace that their `traceparent` names. */
  readonly takesTraceparent: boolean;
}

/** Receiver by default of the OTLP specification. */
const DEFAULT_ORIGIN = 'http://localhost:4318';

/** A receiver's address, of which the origin is kept: a URL may have a password in it. */
const RECEIVER: Kind<string> = {
  expected: 'an http or https URL',
  secret: true,
  parse: (text) => (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) ? new URL(text).origin : undefined),
};

const PROTOCOL = kind(
  '`http/protobuf` or `http/json`, as OTEL_EXPORTER_OTLP_TRACES_PROTOCOL if other programs share it',
  (text) => TRACE_PROTOCOLS.find((name) => name === text),
);

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);

const RATIO = numeric('a number from 0 to 1', 0, 1, (text) => (/^\d*\.?\d+$/.test(text) ? Number(text) : NaN));

/** Longest wait of Node's timers, in milliseconds; a longer one would end at once. */
const MOST = 2 ** 31 - 1;

/** Variables that the SDK reads itself; values below these minimums make its batches never end. */
const OF_THE_SDK: Readonly<Record<string, Kind<unknown>>> = {
  OTEL_BSP_SCHEDULE_DELAY: integer(0, MOST),
  OTEL_BSP_EXPORT_TIMEOUT: integer(1, MOST),
  OTEL_BSP_MAX_QUEUE_SIZE: integer(1, MOST),
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: integer(1, MOST),
  OTEL_EXPORTER_OTLP_TIMEOUT: integer(1, MOST),
  OTEL_EXPORTER_OTLP_TRACES_TIMEOUT: integer(1, MOST),
  // The SDK would silently drop all attributes.
  OTEL_RESOURCE_ATTRIBUTES: kind('pairs such as deployment.environment.name=staging, with %3D for =', (text) =>
    text.split(',').every((pair) => /^(?:\s*|[^=]+=(?:[^=%]|%[0-9A-Fa-f]{2})*)$/.test(pair)) ? text : undefined,
  ),
};

const PROPAGATORS = kind('`tracecontext`, `baggage` (which is left alone) or `none`', (text) => {
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => ['tracecontext', 'baggage', 'none'].includes(name)) ? names : undefined;
});

/**
 * Reads the settings of traces; undefined where these are off, as they are unless an exporter or its endpoint is named. Other programs read
 * OpenTelemetry's variables as well, so that they are checked only where they switch traces on.
 *
 * @throws InvalidSettings with every problem
 */
export function readTraceSettings(env: NodeJS.ProcessEnv): TraceSettings | undefined {
  const read = (variable: string) => {
    const text = env[variable]?.trim();
    return text === '' ? undefined : text;
  };
  const receivers = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'];
  const exporter = read('OTEL_TRACES_EXPORTER');
  const isDisabled = read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  if (isDisabled || exporter === 'none' || (exporter === undefined && !receivers.some(read))) return undefined;
  const problems: string[] = [];
  /** The value of the first of these variables that is set. */
  const take = <T>(taken: Kind<T>, ...variables: readonly string[]): T | undefined => {
    const variable = variables.find(read) ?? '';
    const text = read(variable);
    const value = text === undefined ? undefined : taken.parse(text);
    if (text !== undefined && value === undefined) problems.push(refusal(variable, text, taken));
    return value;
  };
  take(matching('`otlp` or `none`', /^otlp$/), 'OTEL_TRACES_EXPORTER');
  const origin = take(RECEIVER, ...receivers) ?? DEFAULT_ORIGIN;
  const protocol =
    take(PROTOCOL, 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/protobuf';
  const sampler = read('OTEL_TRACES_SAMPLER') ?? '';
  take(samplerLike(sampler), 'OTEL_TRACES_SAMPLER');
  if (sampler.endsWith('ratio')) take(RATIO, 'OTEL_TRACES_SAMPLER_ARG');
  for (const [variable, taken] of Object.entries(OF_THE_SDK)) take(taken, variable);
  const propagators = take(PROPAGATORS, 'OTEL_PROPAGATORS') ?? ['tracecontext'];
  if (problems.length > 0) throw new InvalidSettings(problems);
  return { protocol, origin, takesTraceparent: propagators.includes('tracecontext') };
}

/** A sampler; where a text is nearly one, that one is expected. */
function samplerLike(text: string): Kind<string> {
  const meant = suggestion(text, SAMPLERS);
  return { ...oneOf(...SAMPLERS), ...(meant !== undefined && { expected: `\`${meant}\`` }) };
}
