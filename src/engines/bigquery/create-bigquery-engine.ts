import { BigQuery } from '@google-cloud/bigquery';
import { OAuth2Client } from 'google-auth-library';
import { InvalidSettings } from '../../config/invalid-settings.js';
import { missingForBigQuery } from '../../config/read-settings.js';
import { type Settings } from '../../config/settings.js';
import { BigQueryEngine, type BigQueryOptions } from './bigquery.engine.js';
import { PAUSES_MS } from './retry.js';

/** @throws InvalidSettings when BigQuery's own settings are missing. */
export function createBigQueryEngine(settings: Settings): BigQueryEngine {
  return new BigQueryEngine(bigQueryOptions(settings));
}

/** @throws InvalidSettings when BigQuery's own settings are missing. */
export function bigQueryOptions(settings: Settings): BigQueryOptions {
  const { bigqueryProject: projectId, bigqueryDataset: dataset } = settings;
  // A command may ask BigQuery where the settings name the other engine.
  if (projectId === undefined || dataset === undefined) throw new InvalidSettings(missingForBigQuery(settings));
  return {
    client: createClient(projectId, settings.bigqueryApiEndpoint),
    projectId,
    dataset,
    location: settings.bigqueryLocation,
    maxBytesBilled: settings.bigqueryMaxBytesBilled,
    connections: settings.bigqueryConcurrency,
    queueMax: settings.queueMax,
    timestamps: settings.timestamps,
    numbers: settings.numbers,
    monotonic: () => performance.now(),
    pausesMs: PAUSES_MS,
  };
}

/** Google's client with Application Default Credentials, or for another server without any. */
function createClient(projectId: string, apiEndpoint: string | undefined): BigQuery {
  // Retries are the engine's own affair: they must end with the caller's deadline.
  const options = { projectId, autoRetry: false };
  if (apiEndpoint === undefined) return new BigQuery(options);
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: 'none' });
  return new BigQuery({ ...options, apiEndpoint, authClient });
}
