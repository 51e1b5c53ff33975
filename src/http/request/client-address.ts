import { type IncomingMessage } from 'node:http';

/**
 * The address of the client. Behind `proxies` proxies of the operator's own it is the address that the outermost of them has added to
 * `X-Forwarded-For`. What stands left of that may have been sent by the client.
 */
export function clientAddress({ headers, socket }: IncomingMessage, proxies: number): string {
  const direct = socket.remoteAddress ?? '';
  const forwarded = proxies === 0 ? undefined : headers['x-forwarded-for'];
  if (typeof forwarded !== 'string') return direct;
  const hops = forwarded.split(',').map((hop) => hop.trim());
  return hops.at(-proxies) ?? hops[0] ?? direct;
}
