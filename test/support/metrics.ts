import { rawRequest } from './http/raw-request.js';
import { type TestService } from './service.js';

export const SCRAPER = 'scraper-token-0123456789';

/** The values of a scrape by their series, as `name{label="value"}`. */
export type Scrape = ReadonlyMap<string, number>;

/** Scrapes a service with the key `scraper`, in the text format. */
export async function scrape(service: Pick<TestService, 'base'>, token = SCRAPER): Promise<Scrape> {
  const response = await rawRequest(service.base, '/metrics', { headers: { authorization: `Bearer ${token}` } });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${response.status}: ${text}`);
  return readSamples(text);
}

export function readSamples(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );
}

/** Those series whose values have changed, with what has been added to them. */
export function increases(before: Scrape, after: Scrape, prefix: string): Record<string, number> {
  const changed = [...after].filter(
    ([series, value]) => series.startsWith(prefix) && value !== (before.get(series) ?? 0),
  );
  return Object.fromEntries(changed.map(([series, value]) => [series, value - (before.get(series) ?? 0)]));
}
