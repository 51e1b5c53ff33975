import { type BigQuery } from '@google-cloud/bigquery';

/** Milliseconds after which jobs.getQueryResults answers that the query is still running. */
const WAIT_MS = 10_000;

const TABLES_PER_PAGE = 1000;

/** BigQuery's calls for queries, through Google's client: its credentials, retries and connections. */
export class Jobs {
  constructor(private readonly client: BigQuery) {}

  /** jobs.query: starts a query, and has its first rows if it is quick. */
  async query(request: QueryRequest): Promise<QueryResponse> {
    return answer(await this.request({ method: 'POST', uri: '/queries', json: request }));
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
    return answer(await this.request({ uri: `/queries/${job.jobId ?? ''}`, qs }));
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
      jobReference: { ...(location !== undefined && { location }) },
      configuration: {
        dryRun: true,
        query: { query, useLegacySql, parameterMode, queryParameters, defaultDataset },
      },
    };
    const body = await this.request({ method: 'POST', uri: '/jobs', json });
    if (typeof body === 'object' && body !== null && 'statistics' in body) return body as DryJob;
    throw new Error('What came back is no answer of BigQuery.');
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

  /** Requests from `projectId`, where that is given, else from the client's own project. */
  private request(options: {
    method?: string;
    projectId?: string;
    uri: string;
    json?: object;
    qs?: object;
  }): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.client.request(options, (error, body: unknown) => {
        if (error) reject(error);
        else resolve(body);
      });
    });
  }
}

/** @throws Error for a body that BigQuery has not sent, such as a proxy's page with status 200 */
function answer(body: unknown): QueryResponse {
  if (typeof body === 'object' && body !== null && 'jobComplete' in body) return body as QueryResponse;
  throw new Error('What came back is no answer of BigQuery.');
}

/**
 * The parts of BigQuery's REST interface that Quern uses, as BigQuery's own reference names them
 * (cloud.google.com/bigquery/docs/reference/rest/v2).
 */
export interface FieldSchema {
  readonly name: string;
  readonly type: string;
  readonly mode?: string;
  readonly fields?: readonly FieldSchema[];
  readonly rangeElementType?: { readonly type: string };
}

/** One value: text, a nested row, a list of values, or NULL. */
export type Cell = string | { readonly f: readonly { readonly v: Cell }[] } | readonly { readonly v: Cell }[] | null;

export interface RestRow {
  readonly f: readonly { readonly v: Cell }[];
}

export interface JobReference {
  readonly projectId?: string;
  readonly jobId?: string;
  readonly location?: string;
}

export interface QueryParameter {
  readonly name: string;
  readonly parameterType: { readonly type: string; readonly arrayType?: { readonly type: string } };
  /** Value; an array without `arrayValues` is NULL, an empty list is an empty array. */
  readonly parameterValue: { readonly value?: string | null; readonly arrayValues?: readonly { value: string }[] };
}

/** The body of jobs.query. */
export interface QueryRequest {
  readonly query: string;
  readonly useLegacySql: false;
  readonly parameterMode: 'NAMED';
  readonly queryParameters: readonly QueryParameter[];
  readonly defaultDataset?: { readonly projectId: string; readonly datasetId: string };
  readonly location?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly maximumBytesBilled?: string;
  readonly dryRun?: boolean;
  /** Milliseconds that the call itself waits for the query. */
  readonly timeoutMs?: number;
  /** Milliseconds after which BigQuery gives the job up by itself. */
  readonly jobTimeoutMs?: string;
  readonly maxResults?: number;
  /** Makes a repeated call the same call (idempotent for 15 minutes). */
  readonly requestId?: string;
  readonly jobCreationMode?: 'JOB_CREATION_OPTIONAL';
  readonly formatOptions?: { readonly useInt64Timestamp: true };
}

/** The body of a run, as opposed to a dry one. */
export interface RunRequest extends QueryRequest {
  readonly timeoutMs: number;
  readonly maxResults: number;
}

/** The answer to jobs.query and jobs.getQueryResults. */
export interface QueryResponse {
  readonly jobComplete?: boolean;
  readonly jobReference?: JobReference;
  readonly queryId?: string;
  readonly schema?: { readonly fields?: readonly FieldSchema[] };
  readonly rows?: readonly RestRow[];
  readonly pageToken?: string | undefined;
  readonly totalBytesProcessed?: string;
  readonly totalBytesBilled?: string | undefined;
  readonly totalSlotMs?: string | undefined;
  readonly cacheHit?: boolean;
}

/** The part of a job's statistics that getQueryResults leaves out. */
export interface JobStatistics {
  readonly totalSlotMs?: string;
  readonly query?: { readonly totalBytesBilled?: string };
}

/** The tables and functions of a query. */
export interface References {
  readonly referencedTables?: readonly {
    readonly projectId: string;
    readonly datasetId: string;
    readonly tableId: string;
  }[];
  readonly referencedRoutines?: readonly object[];
}

/** The answer to a dry run by jobs.insert. */
export interface DryJob {
  readonly status?: { readonly errorResult?: { readonly reason?: string; readonly message?: string } };
  readonly statistics: { readonly query?: References };
}

/** A table in the answer to tables.list. */
export interface ListedTable {
  readonly tableReference: { readonly tableId: string };
}

/** The answer to tables.list. */
export interface TableList {
  readonly tables?: readonly ListedTable[];
  readonly nextPageToken?: string;
}

/** A part of the answer to tables.get. */
export interface TableMetadata {
  /** `TABLE`, `VIEW`, `EXTERNAL` … */
  readonly type?: string;
  readonly schema?: { readonly fields?: readonly FieldSchema[] };
  readonly numRows?: string;
}

/** The fields that show whether a table has changed. */
export interface TableChanges {
  readonly type?: string;
  /** Milliseconds since 1970; the time of its definition, for a view. */
  readonly lastModifiedTime?: string;
  /** Recent rows, which do not move `lastModifiedTime`. */
  readonly streamingBuffer?: object;
  readonly timePartitioning?: { readonly type?: string; readonly expirationMs?: string };
  readonly view?: { readonly query?: string; readonly useLegacySql?: boolean };
}
