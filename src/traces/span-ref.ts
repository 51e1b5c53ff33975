/** A span, as OpenTelemetry's `SpanContext` names it. */
export interface SpanRef {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  /** `SAMPLED`, or 0. */
  readonly traceFlags: number;
  /** Whether it is another process's, named by a `traceparent`. */
  readonly isRemote?: boolean;
}

/** The reference alone, which may be kept forever. */
export function refOf({ traceId, spanId, traceFlags }: SpanRef): SpanRef {
  return { traceId, spanId, traceFlags };
}

const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const NO_ID = /^0+$/;

/** The flag of a caller that records the trace. */
const SAMPLED = 1;

/** Whether its trace is recorded. */
export function isSampled({ traceFlags }: SpanRef): boolean {
  return (traceFlags & SAMPLED) !== 0;
}

/** The span that a request was made from (W3C Trace Context); undefined where the field names none. */
export function parentOf(traceparent: string | undefined): SpanRef | undefined {
  if (traceparent === undefined) return undefined;
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (NO_ID.test(traceId) || NO_ID.test(spanId)) return undefined;
  return { traceId, spanId, traceFlags: parseInt(flags, 16) & SAMPLED, isRemote: true };
}
