import { type Attributes, type ReceivedSpan } from './otlp-receiver.js';

/** The fields of a message by their numbers, each as often as it came. */
type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

/** The spans of an ExportTraceServiceRequest in Protocol Buffers; the numbers of fields are those of opentelemetry-proto 1.x. */
export function decodeProtobuf(body: Buffer): ReceivedSpan[] {
  return messages(read(body), 1).flatMap((resourceSpans) => {
    const [resource] = messages(resourceSpans, 1);
    const attributes = resource ? attributesOf(resource, 1) : {};
    const scopes = messages(resourceSpans, 2);
    return scopes.flatMap((scope) => messages(scope, 2).map((span) => spanOf(span, attributes)));
  });
}

function spanOf(span: Message, resource: Attributes): ReceivedSpan {
  const [status] = messages(span, 15);
  return {
    traceId: bytes(span, 1).toString('hex'),
    spanId: bytes(span, 2).toString('hex'),
    parentSpanId: bytes(span, 4).toString('hex'),
    name: bytes(span, 5).toString(),
    kind: Number(number(span, 6)),
    flags: Number(number(span, 16)),
    startedAt: number(span, 7),
    endedAt: number(span, 8),
    status: status ? Number(number(status, 3)) : 0,
    attributes: attributesOf(span, 9),
    links: messages(span, 13).map((link) => ({
      traceId: bytes(link, 1).toString('hex'),
      spanId: bytes(link, 2).toString('hex'),
      attributes: attributesOf(link, 4),
    })),
    resource,
  };
}

function attributesOf(message: Message, field: number): Attributes {
  return Object.fromEntries(
    messages(message, field).map((pair) => {
      const [value] = messages(pair, 2);
      return [bytes(pair, 1).toString(), value && valueOf(value)];
    }),
  );
}

function valueOf(value: Message): string | number | boolean {
  if (value.has(2)) return number(value, 2) === 1n;
  if (value.has(3)) return Number(BigInt.asIntN(64, number(value, 3)));
  if (value.has(4)) return doubleOf(number(value, 4));
  return bytes(value, 1).toString();
}

function doubleOf(bits: bigint): number {
  const eight = Buffer.alloc(8);
  eight.writeBigUInt64LE(bits);
  return eight.readDoubleLE();
}

function messages(message: Message, field: number): Message[] {
  return (message.get(field) ?? []).map((value) => read(value as Buffer));
}

function bytes(message: Message, field: number): Buffer {
  return (message.get(field)?.at(-1) ?? Buffer.alloc(0)) as Buffer;
}

function number(message: Message, field: number): bigint {
  return (message.get(field)?.at(-1) ?? 0n) as bigint;
}

/** Reads the wire format: a tag with the field's number and the wire type, then a varint, 8 bytes, a length and bytes, or 4 bytes. */
function read(body: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let position = 0;
  const varint = () => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = body.readUInt8(position++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number) => {
    position += length;
    return body.subarray(position - length, position);
  };
  const value = (wireType: number) => {
    if (wireType === 0) return varint();
    if (wireType === 1) return take(8).readBigUInt64LE();
    if (wireType === 2) return take(Number(varint()));
    if (wireType === 5) return BigInt(take(4).readUInt32LE());
    throw new Error(`there is no wire type ${wireType}`);
  };
  while (position < body.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    fields.set(field, [...(fields.get(field) ?? []), value(tag & 7)]);
  }
  return fields;
}
