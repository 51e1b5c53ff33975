import { originOf } from './origin.js';
import { packageVersion } from './package-root.js';
import { readSettings } from './read-settings.js';

const BIGQUERY = { QUERN_ENGINE: 'bigquery', QUERN_BIGQUERY_PROJECT: 'p', QUERN_BIGQUERY_DATASET: 'd' };

describe('what replicas share results by', () => {
  const origin = (env: NodeJS.ProcessEnv = {}, version?: string) => originOf(readSettings(env), version);

  it('is the version, since another one may make other results of the same file', () => {
    expect(origin({})).toBe(origin({}, packageVersion()));
    expect(origin({}, '0.2.0')).not.toBe(origin({}, '0.1.0'));
  });

  it('is where the rows come from, and how they are written', () => {
    const origins = [
      origin(),
      origin({ QUERN_DATA: 'elsewhere' }),
      origin({ QUERN_TIMESTAMPS: 'unix-micros' }),
      origin({ QUERN_NUMBERS: 'string' }),
      origin(BIGQUERY),
      origin({ ...BIGQUERY, QUERN_BIGQUERY_DATASET: 'other' }),
      origin({ ...BIGQUERY, QUERN_BIGQUERY_LOCATION: 'EU' }),
    ];
    expect(new Set(origins).size).toBe(origins.length);
  });

  it('is nothing else', () => {
    expect(origin({ QUERN_PORT: '1', QUERN_LOG_LEVEL: 'debug', QUERN_CACHE_MAX_BYTES: '1GiB' })).toBe(origin());
  });
});
