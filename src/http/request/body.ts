import { type IncomingMessage } from 'node:http';
import { MAX_BODY_BYTES } from '../../contract/request-limits.js';
import { QuernError } from '../../errors/quern-error.js';

/** The whole body in UTF-8. @throws QuernError `body_too_large`, `malformed_request` */
export async function readText(request: IncomingMessage): Promise<string> {
  const body = await readBody(request);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch {
    throw new QuernError('malformed_request', 'The body is not in UTF-8.');
  }
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  // A body that is too long is read to its end all the same: a client whose connection is closed while it sends does not see the answer.
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  if (length <= MAX_BODY_BYTES) return Buffer.concat(chunks);
  throw new QuernError('body_too_large', `The body has ${length} bytes; ${MAX_BODY_BYTES} are allowed.`);
}

/** Whether the body has a coding. A proxy that inspects bodies may have read the decoded one, which is another body. */
export function isCoded({ headers }: IncomingMessage): boolean {
  const transfer = headers['transfer-encoding'];
  return headers['content-encoding'] !== undefined || (transfer !== undefined && !/^\s*chunked\s*$/i.test(transfer));
}
