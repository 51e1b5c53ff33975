import { type BigQuery } from '@google-cloud/bigquery';
import { type JobReference, type QueryRequest, type QueryResponse } from './rest.js';

/** How long one call waits for a query before it answers that it is still running, in milliseconds. */
const WAIT_MS = 10_000;

/** BigQuery's calls for queries, through Google's client: its credentials, retries and connections. */
export class Jobs {
  constructor(private readonly client: BigQuery) {}

  /** jobs.query: starts a query, and has its first rows if it is quick. */
  query(request: QueryRequest): Promise<QueryResponse> {
    return this.request({ method: 'POST', uri: '/queries', json: request });
  }

  /** jobs.getQueryResults: waits for a query, or reads on in its rows. */
  results(job: JobReference, maxResults: number, pageToken?: string): Promise<QueryResponse> {
    return this.request({
      uri: `/queries/${job.jobId ?? ''}`,
      qs: {
        location: job.location,
        maxResults,
        pageToken,
        timeoutMs: WAIT_MS,
        'formatOptions.useInt64Timestamp': true,
      },
    });
  }

  /** jobs.cancel. The job ends a moment later. */
  async cancel(job: JobReference): Promise<void> {
    await this.request({ method: 'POST', uri: `/jobs/${job.jobId ?? ''}/cancel`, qs: { location: job.location } });
  }

  private request<T>(options: { method?: string; uri: string; json?: object; qs?: object }): Promise<T> {
    return new Promise((resolve, reject) => {
      this.client.request(options, (error, body) => {
        if (error) reject(error);
        else resolve(body as T);
      });
    });
  }
}
