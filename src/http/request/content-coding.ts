import { type Coding, CODINGS } from '../../cache/cached-result.js';

/** The best coding that a client takes (RFC 9110 section 12.5.3); undefined for the plain body. */
export function acceptedCoding(header: string | undefined): Coding | undefined {
  if (header === undefined) return undefined;
  if (known.has(header)) return known.get(header);
  const coding = bestCoding(header);
  // Clients send a handful of different headers. One that sends ever new ones only makes all be parsed again.
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(header, coding);
  return coding;
}

const MAX_KNOWN = 100;
const known = new Map<string, Coding | undefined>();

function bestCoding(header: string): Coding | undefined {
  const weights = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: string) => weights.get(coding) ?? weights.get('*') ?? 0;
  // Among codings of equal weight, Quern's order decides. The plain body is chosen only where it is preferred to every coding.
  const [best] = CODINGS.filter((coding) => weightOf(coding) > 0).sort((a, b) => weightOf(b) - weightOf(a));
  return best !== undefined && weightOf(best) >= (weights.get('identity') ?? 0) ? best : undefined;
}
