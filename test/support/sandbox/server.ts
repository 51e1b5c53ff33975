import { type Reply, type SeenRequest } from '../engines/bigquery-server.js';

const FIELDS = {
  hits: [
    { name: 'path', type: 'STRING' },
    { name: 'ms', type: 'INTEGER' },
    { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    { name: 'day', type: 'DATE' },
  ],
  busy: [
    { name: 'path', type: 'STRING' },
    { name: 'n', type: 'INTEGER' },
  ],
};

/** What jobs.insert says of a dry run that would read one table. */
export function dryRunOf(table: string): Reply {
  const referencedTables = [{ projectId: 'acme', datasetId: 'logs', tableId: table }];
  return { json: { statistics: { query: { referencedTables } } } };
}

/** Dry runs over the WITH queries of the corpus, as BigQuery answers them. */
export function describeHits({ call, body }: SeenRequest): Reply {
  if (call === 'POST /jobs') return dryRunOf('requests');
  const name = /SELECT \* FROM (hits|busy)$/.exec(body.query)?.[1] as keyof typeof FIELDS | undefined;
  return { json: { jobComplete: true, schema: { fields: name ? FIELDS[name] : [] }, totalBytesProcessed: '1' } };
}
