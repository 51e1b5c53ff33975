import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { decodeJson } from './otlp-json.js';
import { decodeProtobuf } from './otlp-protobuf.js';

/** A span as it came, whatever the protocol. */
export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for a root. */
  readonly parentSpanId: string;
  readonly name: string;
  /** 2 for a server, 3 for a client. */
  readonly kind: number;
  /** Flags of the trace, and whether it is known (0x100) that the parent is another process's (0x200). */
  readonly flags: number;
  /** Nanoseconds since the epoch. */
  readonly startedAt: bigint;
  readonly endedAt: bigint;
  /** 0 unset, 2 an error. */
  readonly status: number;
  readonly attributes: Attributes;
  readonly links: readonly { readonly traceId: string; readonly spanId: string; readonly attributes: Attributes }[];
  readonly resource: Attributes;
}

export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A receiver of OTLP over HTTP on a free loopback port, which keeps what it is sent. */
export class OtlpReceiver {
  readonly spans: ReceivedSpan[] = [];
  /** Bodies of requests, decompressed. */
  readonly bodies: Buffer[] = [];
  readonly requests: { readonly url: string; readonly headers: IncomingMessage['headers'] }[] = [];
  /** `hang`: takes everything and never answers. Or a status to refuse with. */
  mood: 'take' | 'hang' | number = 'take';
  private readonly server: Server = createServer((request, response) => void this.take(request, response));

  async listen(port = 0): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  named(name: string): ReceivedSpan[] {
    return this.spans.filter((span) => span.name === name);
  }

  private async take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { url = '', headers } = request;
    const sent = await buffer(request);
    const body = headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
    this.requests.push({ url, headers });
    if (this.mood === 'hang') return;
    if (typeof this.mood === 'number') {
      response.writeHead(this.mood).end();
      return;
    }
    const type = headers['content-type'] ?? '';
    this.bodies.push(body);
    this.spans.push(...(type === 'application/json' ? decodeJson(body) : decodeProtobuf(body)));
    response.writeHead(200, { 'content-type': type }).end(type === 'application/json' ? '{}' : '');
  }
}
