import Negotiator from 'negotiator';
import { type Coding, CODINGS } from '../../cache/cached-result.js';
import { shortField } from './short-field.js';

/** The best coding that a client takes (RFC 9110 section 12.5.3); undefined for the plain body. */
export function acceptedCoding(field: string | undefined): Coding | undefined {
  const header = shortField(field);
  if (header === undefined) return undefined;
  if (known.has(header)) return known.get(header);
  const coding = bestCoding(header);
  // Clients send a handful of different headers. One that sends ever new ones only makes all be parsed again.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, coding);
  return coding;
}

/** Does a client take gzip, and not want the plain body more? */
export function acceptsGzip(field: string | undefined): boolean {
  const header = shortField(field);
  if (header === undefined) return false;
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  return negotiator.encoding(['gzip', 'identity'], { preferred: ['gzip'] }) === 'gzip';
}

const MAX_KNOWN = 100;
const known = new Map<string, Coding | undefined>();

function bestCoding(header: string): Coding | undefined {
  const negotiator: CodingNegotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  // A client that wants the plain body more than any coding gets it; among equals, Quern's own order decides.
  const best = negotiator.encoding([...CODINGS, 'identity'], { preferred: CODINGS });
  return CODINGS.find((coding) => coding === best);
}

/** What the package takes since its version 1; its types do not say so yet. */
interface CodingNegotiator {
  encoding(available: readonly string[], options: { readonly preferred: readonly string[] }): string | undefined;
}
