import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { type Settings } from '../../config/settings.js';
import { errorText } from '../../errors/error-text.js';

type Place = Pick<Settings, 'host' | 'port'>;

/**
 * Fails where the port cannot be had, before anything is made that a start which fails would leave behind: sample logs, which take a
 * while, and a key whose token is shown once.
 */
export async function tryPort(place: Place): Promise<void> {
  const server = createServer();
  try {
    // Rejects at an error.
    const listening = once(server, 'listening');
    server.listen(place.port, place.host);
    await listening;
  } catch (error) {
    throw refusal(error, place);
  }
  await new Promise((resolve) => server.close(resolve));
}

export async function listen(app: NestExpressApplication, place: Place): Promise<void> {
  try {
    await app.listen(place.port, place.host);
  } catch (error) {
    await app.close();
    throw refusal(error, place);
  }
}

function refusal(error: unknown, { host, port }: Place): unknown {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  switch (code) {
    case 'EADDRINUSE':
      return refused(`port ${port} of ${host} is taken; set QUERN_PORT to another, or to 0 for any free one`, error);
    case 'EACCES':
      return refused(`port ${port} may not be listened on by this user; set QUERN_PORT to one from 1024`, error);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return refused(`${host} is no address of this machine; set QUERN_HOST to one (${errorText(error)})`, error);
    default:
      return error;
  }
}

function refused(message: string, cause: unknown): Error {
  return new Error(message, { cause });
}

/** Where clients on this machine reach it. */
export function baseUrl(app: NestExpressApplication): string {
  const { address, family, port } = app.getHttpServer().address() as AddressInfo;
  const everywhere = address === '0.0.0.0' || address === '::';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `http://${host}:${port}`;
}
