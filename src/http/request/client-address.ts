import { type IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * The address of the client; empty when the connection has gone. Behind `proxies` proxies of the operator's own it is the
 * one that the outermost of them has written into `X-Forwarded-For`: what stands left of it, anybody could have sent.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  if (request.socket.remoteAddress === undefined) return '';
  const forwarded = lastOf(String(request.headers['x-forwarded-for'] ?? ''), proxies);
  const hops = { headers: { 'x-forwarded-for': forwarded }, socket: request.socket } as unknown as IncomingMessage;
  return proxyAddr(hops, (_, hop) => hop < proxies);
}

/** The last items of a list: what stands left of them may be as long as anybody likes, and is not read. */
function lastOf(list: string, count: number): string {
  let comma = list.length;
  for (let item = 0; item < count && comma > 0; item += 1) comma = list.lastIndexOf(',', comma - 1);
  return list.slice(count === 0 ? comma : comma + 1);
}
