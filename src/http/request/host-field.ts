import { type IncomingMessage } from 'node:http';

/** `uri-host [":" port]` (RFC 9110 section 7.2), which may be empty; a list of them is none, although a registered name could have a comma. */
const HOST = /^(?:\[[\w.:%~-]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/;

/**
 * What is wrong with how a request names its host; undefined where nothing is. Of two names a proxy in front may have gone by the
 * other one, so that RFC 9112 section 3.2 demands a 400, as it does where HTTP/1.1 names none.
 */
export function hostProblem({ httpVersion, rawHeaders }: Pick<IncomingMessage, 'httpVersion' | 'rawHeaders'>) {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (name.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return 'The request has more than one `Host` field.';
    host = rawHeaders[index + 1] ?? '';
  }
  if (host === undefined) return httpVersion === '1.1' ? 'The request has no `Host` field.' : undefined;
  return HOST.test(host) ? undefined : 'The `Host` field is not one host, with or without a port.';
}
