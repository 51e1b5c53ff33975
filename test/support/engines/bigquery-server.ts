import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { BigQuery } from '@google-cloud/bigquery';
import { OAuth2Client } from 'google-auth-library';
import { BigQueryEngine, type BigQueryOptions } from '../../../src/engines/bigquery/bigquery.engine.js';
import { type QueryRequest } from '../../../src/engines/bigquery/rest.js';
import { type Argument, type Statement } from '../../../src/engines/engine.js';

/** A request as it came over the wire. */
export interface SeenRequest {
  /** Method and path below the project, such as `POST /queries`. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  readonly body: QueryRequest;
}

/** What the server does with one request. */
export type Reply =
  | { readonly status?: number; readonly json: object }
  | { readonly status: number; readonly html: string }
  /** Breaks the connection, or says nothing until it is closed. */
  | 'reset'
  | 'silence';

export type Script = (request: SeenRequest, index: number) => Reply | Promise<Reply>;

export interface BigQueryServer {
  readonly url: string;
  readonly seen: readonly SeenRequest[];
  /** How the requests to come are answered: by this function, or by these replies in turn, the last one repeated. */
  answers(...replies: readonly [Script] | readonly Reply[]): void;
  close(): Promise<void>;
}

const PREFIX = '/bigquery/v2/projects/acme';

/** Speaks as much of BigQuery's REST interface as its script does. */
export async function startBigQueryServer(): Promise<BigQueryServer> {
  let seen: SeenRequest[] = [];
  let script: Script = () => 'reset';
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    let text = '';
    for await (const chunk of request) text += String(chunk);
    const current: SeenRequest = {
      call: `${request.method ?? ''} ${pathname.replace(PREFIX, '')}`,
      query: Object.fromEntries(searchParams),
      body: JSON.parse(text || '{}') as QueryRequest,
    };
    seen.push(current);
    const reply = await script(current, seen.length - 1);
    if (reply === 'silence') return;
    if (reply === 'reset') {
      request.socket.destroy();
      return;
    }
    const [type, body] = 'html' in reply ? ['text/html', reply.html] : ['application/json', JSON.stringify(reply.json)];
    response.writeHead(reply.status ?? 200, { 'content-type': type }).end(body);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get seen() {
      return seen;
    },
    answers(...replies) {
      seen = [];
      const [first] = replies;
      const last = replies.length - 1;
      script = typeof first === 'function' ? first : (_, index) => replies[Math.min(index, last)] as Reply;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A finished query in BigQuery's words; `fields` as `'a INTEGER, b STRING'`, cells as they come over the wire. */
export function rowsReply(fields: string, rows: readonly (readonly unknown[])[], rest: object = {}): Reply {
  const schema = {
    fields: fields.split(', ').map((field) => {
      const [name, type] = field.split(' ');
      return { name, type };
    }),
  };
  const cells = rows.map((row) => ({ f: row.map((v) => ({ v })) }));
  return { json: { jobComplete: true, schema, rows: cells, totalBytesProcessed: '0', ...rest } };
}

/** One row with a one in it. */
export const ONE = rowsReply('x INTEGER', [['1']]);

export const JOB = { projectId: 'acme', jobId: 'job_1', location: 'EU' };
export const RUNNING: Reply = { json: { jobComplete: false, jobReference: JOB } };

/** An error in BigQuery's words. */
export function failureReply(status: number, reason: string, message = `secret of ${reason}`): Reply {
  return { status, json: { error: { code: status, message, errors: [{ reason, message, domain: 'global' }] } } };
}

/** Settings of a service whose engine is BigQuery, as such a server plays it. */
export function bigQueryEnv(url: string): Readonly<Record<string, string>> {
  return {
    QUERN_ENGINE: 'bigquery',
    QUERN_BIGQUERY_PROJECT: JOB.projectId,
    QUERN_BIGQUERY_DATASET: 'logs',
    QUERN_BIGQUERY_API_ENDPOINT: url,
  };
}

/** An engine in front of a server, as the service makes it but for the options given. */
export async function openBigQuery(url: string, options: Partial<BigQueryOptions> = {}): Promise<BigQueryEngine> {
  const authClient = new OAuth2Client();
  authClient.setCredentials({ access_token: 'none' });
  const engine = new BigQueryEngine({
    client: new BigQuery({ projectId: options.projectId ?? 'acme', apiEndpoint: url, authClient, autoRetry: false }),
    projectId: 'acme',
    dataset: 'logs',
    location: undefined,
    maxBytesBilled: undefined,
    connections: 2,
    queueMax: 10,
    timestamps: 'iso8601',
    numbers: 'exact',
    monotonic: () => performance.now(),
    pausesMs: [0, 0],
    ...options,
  });
  await engine.open();
  return engine;
}

export function statementOf(rest: Partial<Statement> = {}): Statement {
  const { signal } = new AbortController();
  return { sql: 'SELECT 1 AS x', parameters: [], maxRows: 100, timeoutSeconds: 280, signal, labels: {}, ...rest };
}

export function argument(name: string, type: Argument['type'], value: Argument['value'], array = false): Argument {
  return { name, type, array, value };
}

/** What a promise rejects with. */
export function failureOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => 'no failure',
    (error: unknown) => error,
  );
}
