import { type Server } from 'node:http';
import { type AddressInfo } from 'node:net';

/** Where a server listens that was told to take any free port. */
export function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
