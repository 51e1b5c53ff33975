import { type Attributes, type ReceivedSpan } from './otlp-receiver.js';

interface KeyValue {
  readonly key: string;
  readonly value: {
    readonly stringValue?: string;
    readonly boolValue?: boolean;
    readonly intValue?: number | string;
    readonly doubleValue?: number;
  };
}

interface JsonSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly flags?: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly status?: { readonly code?: number };
  readonly attributes?: readonly KeyValue[];
  readonly links?: readonly {
    readonly traceId: string;
    readonly spanId: string;
    readonly attributes?: readonly KeyValue[];
  }[];
}

interface Request {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes?: readonly KeyValue[] };
    readonly scopeSpans: readonly { readonly spans: readonly JsonSpan[] }[];
  }[];
}

/** The spans of an ExportTraceServiceRequest as JSON, in which ids are hexadecimal. */
export function decodeJson(body: Buffer): ReceivedSpan[] {
  const { resourceSpans } = JSON.parse(body.toString()) as Request;
  return resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans.flatMap(({ spans }) => spans.map((span) => spanOf(span, attributesOf(resource.attributes)))),
  );
}

function spanOf(span: JsonSpan, resource: Attributes): ReceivedSpan {
  const { traceId, spanId, parentSpanId = '', name, kind, flags = 0, status, attributes, links = [] } = span;
  return {
    traceId,
    spanId,
    parentSpanId,
    name,
    kind,
    flags,
    startedAt: BigInt(span.startTimeUnixNano),
    endedAt: BigInt(span.endTimeUnixNano),
    status: status?.code ?? 0,
    attributes: attributesOf(attributes),
    links: links.map((link) => ({ ...link, attributes: attributesOf(link.attributes) })),
    resource,
  };
}

function attributesOf(pairs: readonly KeyValue[] = []): Attributes {
  return Object.fromEntries(
    pairs.map(({ key, value }) => {
      const { stringValue, boolValue, intValue, doubleValue } = value;
      return [key, stringValue ?? boolValue ?? doubleValue ?? (intValue === undefined ? undefined : Number(intValue))];
    }),
  );
}
