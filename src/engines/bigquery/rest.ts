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
  /** Marks a repeated call as such, for 15 minutes. BigQuery may ignore it for queries that only read. */
  readonly requestId?: string;
  readonly jobCreationMode?: 'JOB_CREATION_OPTIONAL';
  readonly formatOptions?: { readonly useInt64Timestamp: true };
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
interface References {
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
