import { readTraceSettings } from '../../../src/config/trace-settings.js';
import { Traces } from '../../../src/traces/traces.service.js';
import { eventually } from '../eventually.js';
import { type ServiceOptions, startService, type TestService } from '../service.js';
import { OtlpReceiver, type ReceivedSpan } from './otlp-receiver.js';

/** A service whose traces go to a receiver of the test's own. */
export interface TracedService extends TestService {
  readonly receiver: OtlpReceiver;
  /** The spans of this name, as soon as there are so many. */
  spans(name: string, count?: number): Promise<ReceivedSpan[]>;
}

/** OpenTelemetry's SDK reads the environment of the process itself, while it is set up. */
export async function startTracedService(
  options: ServiceOptions = {},
  variables: Readonly<Record<string, string>> = {},
): Promise<TracedService> {
  const receiver = new OtlpReceiver();
  await receiver.listen();
  const otel: Readonly<Record<string, string>> = {
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
    OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
    OTEL_BSP_SCHEDULE_DELAY: '10',
    OTEL_EXPORTER_OTLP_TIMEOUT: '1000',
    ...variables,
  };
  Object.assign(process.env, otel);
  try {
    const service = await startService({ ...options, traces: readTraceSettings(otel) });
    return {
      ...service,
      receiver,
      async spans(name, count = 1) {
        await eventually(() => receiver.named(name).length >= count);
        return receiver.named(name);
      },
      async close() {
        service.app.get(Traces).endBy(performance.now());
        await service.close();
        await receiver.close();
      },
    };
  } catch (error) {
    await receiver.close();
    throw error;
  } finally {
    for (const name of Object.keys(otel)) Reflect.deleteProperty(process.env, name);
  }
}
