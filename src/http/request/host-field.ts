import { type IncomingMessage } from 'node:http';

/** `uri-host [":" port]` (RFC 9110 section 7.2), which may be empty. A comma is refused, though a registered name may have one: it would be a list. */
const HOST = /^(?:\[[\w.:%~-]+\]|[\w.~!$&'()*+;=%-]*)(?::\d*)?$/;

/**
 * What is wrong with the `Host` field of a request; undefined where nothing is. RFC 9112 section 3.2 demands a 400 where HTTP/1.1 has none,
 * and where there are two, since a proxy in front may have gone by the other one.
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
