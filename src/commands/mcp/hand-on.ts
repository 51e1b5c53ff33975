import { createInterface } from 'node:readline';
import { type Readable, type Writable } from 'node:stream';
import { errorText } from '../../errors/error-text.js';

interface Message {
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: { readonly name?: string; readonly _meta?: Readonly<Record<string, unknown>> };
}

const VERSION = 'io.modelcontextprotocol/protocolVersion';

/** Forwards a host's messages to a service by HTTP, as many at once as the host sends, and the answers back. */
export async function handOn(url: URL, key: string | undefined, input: Readable, output: Writable): Promise<void> {
  const underWay = new Set<Promise<void>>();
  for await (const line of createInterface({ input })) {
    if (line.trim() === '') continue;
    const answered = answerTo(line, url, key).then((answers) => {
      for (const answer of answers) output.write(`${answer}\n`);
      underWay.delete(answered);
    });
    underWay.add(answered);
  }
  await Promise.all(underWay);
}

async function answerTo(line: string, url: URL, key: string | undefined): Promise<readonly string[]> {
  const message = parse(line);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: headersOf(message, key),
      body: line,
      redirect: 'error',
    });
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) return dataOf(text);
    // JSON is the protocol's own, including its errors; Quern's refusals are application/problem+json.
    if (type.startsWith('application/json')) return [text];
    const hint = response.status === 404 ? ' (has it QUERN_MCP=on?)' : '';
    return response.ok ? [] : failure(message, `the service answered ${response.status}${hint}: ${text}`);
  } catch (error) {
    const { cause = error } = error as Error;
    return failure(message, `the service at ${url.origin} cannot be reached: ${errorText(cause)}`);
  }
}

/** Reads the messages in a stream of events. Lines end as HTML's standard says, and not at U+2028, which rows may hold. */
function dataOf(text: string): readonly string[] {
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('data:'));
  return lines.map((line) => line.slice('data:'.length).trimStart()).filter((data) => data !== '');
}

/** Header fields that the transport of 2026-07-28 demands beside the same values in the message. */
function headersOf({ method, params }: Message, key: string | undefined): Record<string, string> {
  const version = params?._meta?.[VERSION];
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(key !== undefined && { authorization: `Bearer ${key}` }),
    ...(typeof version === 'string' && {
      'mcp-protocol-version': version,
      ...(method !== undefined && { 'mcp-method': method }),
      ...(params?.name !== undefined && { 'mcp-name': params.name }),
    }),
  };
}

function parse(line: string): Message {
  try {
    return Object(JSON.parse(line)) as Message;
  } catch {
    return {};
  }
}

/** The answer to a failed message; a notification has none. */
function failure({ id }: Message, message: string): readonly string[] {
  return id === undefined ? [] : [JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_603, message } })];
}
