import { Injectable, Logger } from '@nestjs/common';
import { type IncomingMessage } from 'node:http';
import { quote } from '../errors/excerpt.js';

/** How many origins are told. Whoever sends requests may write another one into each of them. */
const MAX_TOLD = 20;

/** Tells the operator of each origin whose pages may not call, once: all that the developer of the page sees is the browser's own complaint. */
@Injectable()
export class RefusedOrigins {
  private readonly logger = new Logger('Http');
  private readonly told = new Set<string>();

  refused({ headers }: Pick<IncomingMessage, 'headers'>): void {
    const { origin } = headers;
    if (origin === undefined || this.told.size >= MAX_TOLD || !isOrigin(origin) || isOwn(origin, headers)) return;
    const shown = quote(origin);
    if (this.told.has(shown)) return;
    this.told.add(shown);
    const rest = this.told.size < MAX_TOLD ? '' : '; of further origins there will be no line';
    this.logger.warn(`Pages of the origin ${shown} may not call: QUERN_CORS_ORIGINS says which may${rest}`);
  }
}

/** Is it one that a browser sends for a page (RFC 6454 section 6.2)? Any other text is what a client has made up. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}

/** Browsers send the origin with a POST to their page's own service as well, to which no setting applies. */
function isOwn(origin: string, { host, 'sec-fetch-site': site }: IncomingMessage['headers']): boolean {
  return site === 'same-origin' || origin === `http://${host}` || origin === `https://${host}`;
}
