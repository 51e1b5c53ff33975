import { once } from 'node:events';
import { type AddressInfo, createServer, type ListenOptions, type Server } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Settings } from '../../config/settings.js';
import { errorText } from '../../errors/error-text.js';

type Place = Pick<Settings, 'host' | 'port' | 'reusePort'>;

/** A type that Node's own have from version 22 on. */
type SharedPort = ListenOptions & { readonly reusePort: boolean };

/** Remedy where a port cannot be shared. */
const INSTEAD = 'give each replica a QUERN_PORT of its own and put a proxy in front';

/**
 * Fails where the port cannot be had, before a start makes sample logs, which take a while, or a key whose token is shown once. A shared
 * port is not tried: the system would give connections to this attempt.
 */
export async function tryPort(place: Place, node = process.versions.node): Promise<void> {
  if (place.reusePort === 'on') {
    assertSharesPorts(node);
    return;
  }
  const server = createServer();
  await listenAt(server, place);
  await new Promise((resolve) => server.close(resolve));
}

export async function listen(app: NestExpressApplication, place: Place): Promise<void> {
  try {
    await app.init();
    await listenAt(app.getHttpServer(), place);
  } catch (error) {
    await app.close();
    throw error;
  }
}

async function listenAt(server: Server, place: Place): Promise<void> {
  const options: SharedPort = { host: place.host, port: place.port, reusePort: place.reusePort === 'on' };
  // `once` rejects at an error.
  const listening = once(server, 'listening');
  server.listen(options);
  try {
    await listening;
  } catch (error) {
    const message = refusal(error, place);
    throw message === undefined ? error : new Error(message, { cause: error });
  }
}

/** Refuses versions of Node that ignore the option: the first process would listen alone. */
function assertSharesPorts(node: string): void {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  if (major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12)) return;
  throw new Error(`QUERN_REUSE_PORT=on takes Node 22.12 or later, and this is ${node}; ${INSTEAD}`);
}

/** Advice for a failed listen that the operator can fix; undefined for other failures. */
function refusal(error: unknown, { host, port, reusePort }: Place): string | undefined {
  switch (typeof error === 'object' && error !== null && 'code' in error && error.code) {
    case 'EADDRINUSE':
      return reusePort === 'on'
        ? `port ${port} of ${host} is taken by a process that does not share it: all have to have QUERN_REUSE_PORT=on, and one user`
        : `port ${port} of ${host} is taken; set QUERN_PORT to another, or to 0 for any free one`;
    case 'EACCES':
      return `port ${port} may not be listened on by this user; set QUERN_PORT to one from 1024`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `${host} is no address of this machine; set QUERN_HOST to one (${errorText(error)})`;
    case 'ENOTSUP':
      return `this system shares no ports, as QUERN_REUSE_PORT=on would have it; ${INSTEAD}`;
    default:
      return undefined;
  }
}

/** The address for clients on this machine. */
export function baseUrl(app: NestExpressApplication): string {
  const { address, family, port } = app.getHttpServer().address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
