import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

export interface ClientAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** As text, without its coding. */
  readonly body: string;
}

/** A client that keeps its connections and sends paths and fields as they stand here; thousands of calls take seconds. */
export class HostileClient {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });

  constructor(private readonly base: string) {}

  async call(
    path: string,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
    body = '',
  ): Promise<ClientAnswer> {
    const { hostname, port } = new URL(this.base);
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request({ hostname, port, path, method, headers, agent: this.agent }, resolve).on('error', reject).end(body);
    });
    const bytes = await buffer(answer);
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: decoded(bytes, answer.headers) };
  }

  close(): void {
    this.agent.destroy();
  }
}

function decoded(bytes: Buffer, headers: IncomingHttpHeaders): string {
  const coding = bytes.length === 0 ? undefined : headers['content-encoding'];
  if (coding === 'br') return brotliDecompressSync(bytes).toString();
  return (coding === 'gzip' ? gunzipSync(bytes) : bytes).toString();
}
