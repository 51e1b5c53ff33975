import { request as httpRequest, type IncomingMessage } from 'node:http';
import { TOKEN } from '../service.js';

export interface RawRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string;
}

/**
 * A request exactly as it stands here, with the key of every scope unless headers are given. `fetch` would tidy its path,
 * add headers of its own, refuse a body, and unpack the answer.
 */
export async function rawRequest(base: string, path: string, options: RawRequest = {}): Promise<Response> {
  const { method = 'GET', headers = { 'x-api-key': TOKEN }, body } = options;
  const { hostname, port } = new URL(base);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    // Node wants Host as one text.
    const fields = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, name === 'host' ? String(value) : [value].flat()]),
    );
    // Node leaves this out where a body is unusual, and the server would take the body for the next request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    httpRequest({ hostname, port, path, method, headers: { ...fields, ...length }, agent: false }, resolve)
      .on('error', reject)
      .end(body);
  });
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { statusCode = 0, rawHeaders } = answer;
  const fields = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  const bytes = Buffer.concat(parts);
  return new Response(bytes.length > 0 ? bytes : null, { status: statusCode, headers: fields });
}
