import { byKey, bySetting, bytes, count, type LimitSection, milliseconds, secondsOf } from './limit.js';

export const CACHE: LimitSection = [
  'The cache',
  [
    { what: 'results in memory', ...bySetting('QUERN_CACHE_MAX_BYTES'), beyond: 'the least recently used go' },
    { what: 'how long a result is served, in seconds', ...byKey('caching', 'not at all'), beyond: 'run again' },
    {
      what: 'how long beyond that while the engine fails or a budget is used up',
      ...byKey('stale_if_error', 'not at all'),
      beyond: 'the failure',
    },
    { what: 'results that are refreshed at once', ...bySetting('QUERN_WARMING_CONCURRENCY'), beyond: 'they wait' },
    {
      what: 'values of calls that are expected day by day',
      limit: `${bytes('expected-results.service', 'MAX_BYTES')} of memory`,
      beyond: 'those that nobody has asked for longest are forgotten',
    },
    {
      what: 'URLs whose calls are remembered',
      limit: `${bytes('remembered-calls', 'MAX_BYTES')} of memory, URLs of ${count('remembered-calls', 'MAX_URL_LENGTH')} characters`,
      beyond: 'read anew: some microseconds more',
    },
    {
      what: 'what a key may call, as lists and OpenAPI documents in memory',
      limit: bytes('answers-by-rights', 'MAX_BYTES'),
      beyond: 'made anew',
    },
    {
      what: 'a result that replicas share, in all its codings',
      limit: bytes('shared-store', 'MAX_RESULT_BYTES'),
      beyond: 'each replica runs it',
    },
    {
      what: 'results on their way to Redis',
      limit: bytes('shared-store', 'MAX_PENDING_BYTES'),
      beyond: 'not shared',
    },
    {
      what: 'time for a command of Redis',
      limit: milliseconds('redis-connection', 'COMMAND_MS'),
      beyond: 'a run of one’s own',
    },
    {
      what: 'a lease on a refresh',
      limit: secondsOf('shared-store', 'LEASE_SECONDS'),
      beyond: 'another replica takes over',
    },
    {
      what: 'difference of the replicas’ clocks',
      limit: milliseconds('result-cache.service', 'SKEW_MS'),
      beyond: 'results from the future are run again',
    },
  ],
];
