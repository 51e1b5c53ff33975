import { ENDLESS_QUERY, endpointFile } from './endpoint-file.js';
import { eventually } from './eventually.js';
import { listed } from './listing.js';
import { type TestService, TOKEN } from './service.js';

/** An endpoint whose run ends when its one client leaves, or after a time that only a failed test lets pass; a service that is to be occupied needs it. */
export const OCCUPANT = endpointFile({ name: 'occupant', timeout: 30, query: ENDLESS_QUERY });

/** Keeps one of the engine's connections busy until the function that comes back is called. */
export async function occupy(service: TestService): Promise<() => Promise<void>> {
  const departure = new AbortController();
  const { misses } = (await listed(service, 'occupant')).runs;
  const run = fetch(`${service.base}/api/endpoints/query/occupant`, {
    headers: { 'x-api-key': TOKEN },
    signal: departure.signal,
  });
  const left = Promise.allSettled([run]);
  await eventually(async () => (await listed(service, 'occupant')).runs.misses > misses);
  return async () => {
    departure.abort();
    await left;
  };
}
