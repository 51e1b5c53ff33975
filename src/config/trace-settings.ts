import { suggestion } from '../errors/suggestion.js';
import { InvalidSettings } from './invalid-settings.js';

export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const;

/** The export of traces. The exporter reads all else from the environment itself, by the standard names. */
export interface TraceSettings {
  readonly protocol: (typeof TRACE_PROTOCOLS)[number];
  /** Receiver's address for the log: without path, user and password. */
  readonly origin: string;
  /** Whether requests belong to the trace that their `traceparent` names. */
  readonly takesTraceparent: boolean;
}

/** Receiver by default of the OTLP specification. */
const DEFAULT_ENDPOINT = 'http://localhost:4318';

const SAMPLERS = ['always_on', 'always_off', 'traceidratio'].flatMap((name) => [name, `parentbased_${name}`]);
const PROPAGATORS = ['tracecontext', 'baggage', 'none'];

/** Least values for the exporter's batches: below them, it would never end. */
const NUMBERS = [
  { variable: 'OTEL_BSP_SCHEDULE_DELAY', least: 0 },
  { variable: 'OTEL_BSP_EXPORT_TIMEOUT', least: 1 },
  { variable: 'OTEL_BSP_MAX_QUEUE_SIZE', least: 1 },
  { variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', least: 1 },
  { variable: 'OTEL_EXPORTER_OTLP_TIMEOUT', least: 1 },
  { variable: 'OTEL_EXPORTER_OTLP_TRACES_TIMEOUT', least: 1 },
];

/** Longest wait of Node's timers, in milliseconds; a longer one would end at once. */
const MOST = 2 ** 31 - 1;

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
  const exporter = read('OTEL_TRACES_EXPORTER');
  const named = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT'].find((name) => read(name));
  const isDisabled = read('OTEL_SDK_DISABLED')?.toLowerCase() === 'true';
  if (isDisabled || exporter === 'none' || (exporter ?? named) === undefined) return undefined;
  const problems: string[] = [];
  const refuse = (variable: string, expected: string, given = read(variable)) => {
    problems.push(`${variable} is ${JSON.stringify(given)}; write ${expected}.`);
  };
  if (exporter !== undefined && exporter !== 'otlp') refuse('OTEL_TRACES_EXPORTER', '`otlp` or `none`');
  const endpoint = (named === undefined ? undefined : read(named)) ?? DEFAULT_ENDPOINT;
  const origin = originOf(endpoint);
  // A URL may have a password in it.
  if (origin === undefined) {
    problems.push(`${named ?? ''} has a value that is refused (and not shown); write an http or https URL.`);
  }
  const protocol = protocolOf(read, refuse);
  checkSampler(read, refuse);
  for (const { variable, least } of NUMBERS) {
    const text = read(variable);
    if (text !== undefined && !(/^\d+$/.test(text) && Number(text) >= least && Number(text) <= MOST)) {
      refuse(variable, `a whole number from ${least} to ${MOST}`);
    }
  }
  // The SDK would silently drop all attributes.
  const attributes = read('OTEL_RESOURCE_ATTRIBUTES')?.split(',') ?? [];
  if (!attributes.every((pair) => /^(?:\s*|[^=]+=(?:[^=%]|%[0-9A-Fa-f]{2})*)$/.test(pair))) {
    refuse('OTEL_RESOURCE_ATTRIBUTES', 'pairs such as deployment.environment.name=staging, with %3D for =');
  }
  const propagators = (read('OTEL_PROPAGATORS') ?? 'tracecontext').split(',').map((name) => name.trim());
  if (!propagators.every((name) => PROPAGATORS.includes(name))) {
    refuse('OTEL_PROPAGATORS', '`tracecontext`, `baggage` (which is left alone) or `none`');
  }
  if (problems.length > 0 || origin === undefined || protocol === undefined) throw new InvalidSettings(problems);
  return { protocol, origin, takesTraceparent: propagators.includes('tracecontext') };
}

type Read = (variable: string) => string | undefined;
type Refuse = (variable: string, expected: string) => void;

function protocolOf(read: Read, refuse: Refuse): TraceSettings['protocol'] | undefined {
  const variable = ['OTEL_EXPORTER_OTLP_TRACES_PROTOCOL', 'OTEL_EXPORTER_OTLP_PROTOCOL'].find((name) => read(name));
  if (variable === undefined) return 'http/protobuf';
  const protocol = TRACE_PROTOCOLS.find((name) => name === read(variable));
  if (!protocol) {
    refuse(
      variable,
      '`http/protobuf` or `http/json`, as OTEL_EXPORTER_OTLP_TRACES_PROTOCOL if other programs share it',
    );
  }
  return protocol;
}

function checkSampler(read: Read, refuse: Refuse): void {
  const sampler = read('OTEL_TRACES_SAMPLER');
  if (sampler === undefined) return;
  if (!SAMPLERS.includes(sampler)) {
    const meant = suggestion(sampler, SAMPLERS);
    refuse('OTEL_TRACES_SAMPLER', meant === undefined ? `one of ${SAMPLERS.join(', ')}` : `\`${meant}\``);
  }
  const ratio = read('OTEL_TRACES_SAMPLER_ARG') ?? '1';
  if (sampler.endsWith('ratio') && !(/^\d*\.?\d+$/.test(ratio) && Number(ratio) <= 1)) {
    refuse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1');
  }
}

function originOf(url: string): string | undefined {
  if (!URL.canParse(url)) return undefined;
  const { protocol, origin } = new URL(url);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}
