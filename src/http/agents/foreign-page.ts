import { type IncomingMessage } from 'node:http';
import { isLoopback } from '../../config/loopback.js';
import { type Settings } from '../../config/settings.js';
import { QuernError } from '../../errors/quern-error.js';
import { type RefusedOrigins } from '../refused-origins.service.js';

/**
 * Refuses what a page of another site has a browser send, also where a name of that site has come to mean this machine (DNS rebinding), as the
 * protocol's transport demands. Programs send no `Origin`.
 *
 * @throws QuernError `forbidden`
 */
export function refuseForeignPage(
  request: Pick<IncomingMessage, 'headers'>,
  { host, corsOrigins = [] }: Pick<Settings, 'host' | 'corsOrigins'>,
  origins: RefusedOrigins,
): void {
  const { headers } = request;
  const isLocal = isLoopback(host);
  if (isLocal && !isLoopbackUrl(`http://${headers.host ?? ''}`)) {
    throw new QuernError(
      'forbidden',
      'This service listens on its own machine: call it by `localhost` or `127.0.0.1`.',
    );
  }
  const { origin } = headers;
  if (origin === undefined || corsOrigins.includes('*') || corsOrigins.includes(origin)) return;
  if (isLocal && isLoopbackUrl(origin)) return;
  origins.refused(request);
  throw new QuernError(
    'forbidden',
    'Pages of this origin may not call tools here; `QUERN_CORS_ORIGINS` says which may.',
  );
}

function isLoopbackUrl(text: string): boolean {
  return /^https?:/i.test(text) && URL.canParse(text) && isLoopback(new URL(text).hostname.replace(/^\[|\]$/g, ''));
}
