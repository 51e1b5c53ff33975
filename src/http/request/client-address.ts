import { type IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';

/**
 * The address of the client; empty when the connection has gone. Behind `proxies` proxies of the operator's own it is the
 * one that the outermost of them has written into `X-Forwarded-For`: what stands left of it, anybody could have sent.
 */
export function clientAddress(request: IncomingMessage, proxies: number): string {
  if (request.socket.remoteAddress === undefined) return '';
  return proxyAddr(request, (_, hop) => hop < proxies);
}
