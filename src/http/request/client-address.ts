import { type IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import proxyAddr from 'proxy-addr';

/**
 * The address of the client; empty when the connection has gone. Behind `proxies` proxies of the operator's own it is the one that the
 * outermost of them has written into `X-Forwarded-For`: anybody could have sent the items left of it. Empty as well where that is no
 * address.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  const { remoteAddress = '' } = request.socket;
  if (remoteAddress === '' || proxies === 0) return remoteAddress;
  const forwarded = lastOf(String(request.headers['x-forwarded-for'] ?? ''), proxies);
  const hops = { headers: { 'x-forwarded-for': forwarded }, socket: request.socket } as unknown as IncomingMessage;
  const address = proxyAddr(hops, (_, hop) => hop < proxies);
  const [, bracketed, bare = address] = WITH_PORT.exec(address) ?? [];
  const host = bracketed ?? bare;
  return ipaddr.isValid(host) ? host : '';
}

/** Addresses as some proxies write them: `[2001:db8::1]:443`, `192.0.2.1:443`. */
const WITH_PORT = /^(?:\[([^\]]*)\]|([\d.]+))(?::\d+)?$/;

/** The last items of a list. The others may be of any length, and are not read. */
function lastOf(list: string, count: number): string {
  let comma = list.length;
  for (let item = 0; item < count && comma > 0; item += 1) comma = list.lastIndexOf(',', comma - 1);
  return list.slice(count === 0 ? comma : comma + 1);
}
