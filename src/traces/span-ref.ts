export interface SpanRef {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits. */
  readonly spanId: string;
  readonly isSampled: boolean;
  /** It is another process's, named by a `traceparent`. */
  readonly isRemote?: boolean;
}

/** The reference alone, which may be kept for as long as one likes. */
export function refOf({ traceId, spanId, isSampled }: SpanRef): SpanRef {
  return { traceId, spanId, isSampled };
}
