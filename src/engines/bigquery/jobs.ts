import { randomUUID } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { type ClientRequest } from 'node:http';
import { promisify } from 'node:util';
import {
  JobReference,
  QueryRequest,
  QueryResponse,
  JobStatistics,
  DryJob,
  ListedTable,
  TableList,
  TableMetadata,
  TableChanges,
} from './rest.js';
import { type BigQuery } from '@google-cloud/bigquery';
import { errorText } from '../../errors/error-text.js';
import { NoCredentials } from './failure.js';

/** Milliseconds after which jobs.getQueryResults answers that the query is still running. */
const WAIT_MS = 10_000;

const TABLES_PER_PAGE = 1000;

/** Milliseconds without a word of BigQuery's after which a request is ended. Google's client means to do so, with a setting that is ignored. */
const SILENT_MS = 60_000;

subscribe('http.client.request.start', (message) => {
  const { request } = message as { request: ClientRequest };
  if (!request.path.includes('/bigquery/v2/')) return;
  request.setTimeout(SILENT_MS, () => request.destroy(new Error(`BigQuery has said nothing for ${SILENT_MS} ms.`)));
});

const REMEDY = 'name a key file in GOOGLE_APPLICATION_CREDENTIALS, or run gcloud auth application-default login';

/** Has the client find its credentials: without any, it would send the request all the same. @throws NoCredentials */
async function expectCredentials({ authClient }: BigQuery): Promise<void> {
  try {
    await authClient.getClient();
  } catch (cause) {
    const [line = ''] = errorText(cause).split(/\n|\. Browse to/);
    // Google's library says so in words alone. Any other failure may be over soon.
    if (/default credentials|credential file/i.test(line)) throw new NoCredentials(`${line}; ${REMEDY}`, { cause });
    throw cause;
  }
}

/** BigQuery's calls for queries, through Google's client: its credentials, retries and connections. */
export class Jobs {
  /** Requests from `projectId`, where that is given, else from the client's own project. */
  private readonly request: (options: {
    method?: 'POST';
    projectId?: string;
    uri: string;
    body?: string;
    headers?: object;
    qs?: object;
  }) => Promise<unknown>;

  constructor(client: BigQuery) {
    const send = promisify(client.request.bind(client));
    this.request = async (options) => {
      await expectCredentials(client);
      return send(options);
    };
  }

  /** jobs.query: starts a query, and has its first rows if it is quick. */
  async query(request: QueryRequest): Promise<QueryResponse> {
    return answer<QueryResponse>(await this.post('/queries', request), 'jobComplete');
  }

  /** jobs.getQueryResults: waits for a query, or reads further rows. */
  async results(job: JobReference, maxResults: number, pageToken?: string): Promise<QueryResponse> {
    const qs = {
      location: job.location,
      maxResults,
      pageToken,
      timeoutMs: WAIT_MS,
      'formatOptions.useInt64Timestamp': true,
    };
    return answer<QueryResponse>(await this.request({ uri: `/queries/${job.jobId ?? ''}`, qs }), 'jobComplete');
  }

  /** jobs.get: the cost of a finished job, which its rows do not say. */
  async statistics({ jobId, location }: JobReference): Promise<JobStatistics> {
    const qs = { location, fields: 'statistics(totalSlotMs,query(totalBytesBilled))' };
    const body = (await this.request({ uri: `/jobs/${jobId ?? ''}`, qs })) as { statistics?: JobStatistics };
    return body.statistics ?? {};
  }

  /** jobs.insert as a dry run: the tables that a query would read, which jobs.query does not say. */
  async insertDry(request: QueryRequest): Promise<DryJob> {
    const { query, useLegacySql, parameterMode, queryParameters, defaultDataset, location } = request;
    const json = {
      jobReference: { projectId: defaultDataset?.projectId, jobId: randomUUID(), location },
      configuration: {
        dryRun: true,
        query: { query, useLegacySql, parameterMode, queryParameters, defaultDataset },
      },
    };
    return answer<DryJob>(await this.post('/jobs', json), 'statistics');
  }

  /** tables.list: all pages. */
  async tables(dataset: string): Promise<readonly ListedTable[]> {
    const found: ListedTable[] = [];
    let pageToken: string | undefined;
    do {
      const qs = { maxResults: TABLES_PER_PAGE, pageToken };
      const page = (await this.request({ uri: `/datasets/${dataset}/tables`, qs })) as TableList;
      found.push(...(page.tables ?? []));
      pageToken = page.nextPageToken;
    } while (pageToken !== undefined);
    return found;
  }

  /** tables.get: columns and the number of rows. */
  async table(dataset: string, name: string): Promise<TableMetadata> {
    const qs = { fields: 'type,schema,numRows' };
    return (await this.request({
      uri: `/datasets/${dataset}/tables/${encodeURIComponent(name)}`,
      qs,
    })) as TableMetadata;
  }

  /** tables.get: the fields that show whether a table has changed. */
  async tableChanges(projectId: string, dataset: string, name: string): Promise<TableChanges> {
    const qs = {
      fields: 'type,lastModifiedTime,streamingBuffer,timePartitioning(type,expirationMs),view(query,useLegacySql)',
    };
    const uri = `/datasets/${encodeURIComponent(dataset)}/tables/${encodeURIComponent(name)}`;
    return (await this.request({ projectId, uri, qs })) as TableChanges;
  }

  /** jobs.cancel. The job ends a moment later. */
  async cancel(job: JobReference): Promise<void> {
    await this.request({ method: 'POST', uri: `/jobs/${job.jobId ?? ''}/cancel`, qs: { location: job.location } });
  }

  /** Sends JSON as text: within `json` the client would write the project's id in place of each `{{projectId}}`, also of SQL and values. */
  private async post(uri: string, json: object): Promise<unknown> {
    const headers = { 'Content-Type': 'application/json' };
    return this.request({ method: 'POST', uri, body: JSON.stringify(json), headers });
  }
}

/** @throws Error for a body that BigQuery has not sent, such as a proxy's page with status 200 */
function answer<T extends object>(body: unknown, field: keyof T): T {
  if (typeof body === 'object' && body !== null && field in body) return body as T;
  throw new Error('What came back is no answer of BigQuery.');
}
