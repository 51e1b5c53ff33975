import { ClientRequest } from 'node:http';
import { BigQuery } from '@google-cloud/bigquery';
import { type BigQueryOptions } from '../../src/engines/bigquery/bigquery.engine.js';
import { REASONS } from '../../src/engines/bigquery/failure.js';
import { QuernError } from '../../src/errors/quern-error.js';
import {
  argument,
  type BigQueryServer,
  failureOf,
  failureReply,
  ONE,
  openBigQuery,
  type Reply,
  rowsReply,
  RUNNING,
  startBigQueryServer,
  statementOf,
} from '../support/engines/bigquery-server.js';
import { eventually } from '../support/eventually.js';

const PROXY: Reply = { status: 502, html: '<html><body>secret proxy</body></html>' };

/** Everything of an error that a client gets to see. */
function seenByClients(error: unknown): string {
  const { code, detail, message, errors } = error as QuernError;
  return JSON.stringify({ code, detail, message, errors });
}

describe('BigQueryEngine: failures', () => {
  let server: BigQueryServer;

  beforeAll(async () => {
    server = await startBigQueryServer();
  });

  afterAll(() => server.close());

  async function failWith(reply: Reply, options: Partial<BigQueryOptions> = {}): Promise<QuernError> {
    server.answers(reply);
    const error = await failureOf((await openBigQuery(server.url, options)).run(statementOf()));
    expect(error).toBeInstanceOf(QuernError);
    return error as QuernError;
  }

  it.each([
    // reason, status of BigQuery's answer, code, status of ours, tries
    ['invalidQuery', 400, 'query_failed', 502, 1],
    ['invalid', 400, 'query_failed', 502, 1],
    ['accessDenied', 403, 'query_failed', 502, 1],
    ['notFound', 404, 'query_failed', 502, 1],
    ['quotaExceeded', 403, 'engine_busy', 503, 1],
    ['rateLimitExceeded', 403, 'engine_busy', 503, 1],
    ['jobRateLimitExceeded', 400, 'engine_busy', 503, 1],
    ['bytesBilledLimitExceeded', 400, 'cost_limit_exceeded', 502, 1],
    ['billingTierLimitExceeded', 400, 'cost_limit_exceeded', 502, 1],
    ['resourcesExceeded', 400, 'query_failed', 502, 1],
    ['responseTooLarge', 403, 'query_failed', 502, 1],
    ['stopped', 200, 'deadline_exceeded', 504, 1],
    ['timeout', 400, 'deadline_exceeded', 504, 1],
    ['backendError', 503, 'engine_unavailable', 503, 3],
    ['internalError', 500, 'engine_unavailable', 503, 3],
    ['jobBackendError', 400, 'query_failed', 502, 1],
    ['jobInternalError', 400, 'query_failed', 502, 1],
    ['somethingNew', 400, 'query_failed', 502, 1],
    ['somethingNew', 503, 'engine_unavailable', 503, 3],
    ['', 429, 'engine_busy', 503, 1],
    ['authError', 401, 'engine_unavailable', 503, 1],
  ])('tells of %s (%i) as %s (%i) after %i tries', async (reason, theirs, code, ours, tries) => {
    const error = await failWith(failureReply(theirs, reason));
    expect(error).toMatchObject({ code, status: ours });
    expect(error.retryAfterSeconds === undefined).toBe(ours !== 503);
    expect(seenByClients(error)).not.toMatch(/secret|BigQuery|Google/i);
    expect((error.cause as Error).message).toContain('secret');
    const ids = server.seen.map(({ body }) => body.requestId);
    expect(ids).toHaveLength(tries);
    expect(new Set(ids).size).toBe(1);
  });

  it('knows every reason of its table', () => {
    expect([...REASONS.keys()].sort()).toEqual(
      [
        ...['accessDenied', 'backendError', 'billingTierLimitExceeded', 'bytesBilledLimitExceeded', 'internalError'],
        ...['invalid', 'invalidQuery', 'jobBackendError', 'jobInternalError', 'jobRateLimitExceeded', 'notFound'],
        ...['quotaExceeded', 'rateLimitExceeded', 'resourcesExceeded', 'responseTooLarge', 'stopped', 'timeout'],
      ].sort(),
    );
  });

  it.each<[string, Reply]>([
    ['a proxy’s page', PROXY],
    ['a proxy’s page that calls itself a success', { status: 200, html: '<html>secret</html>' }],
    ['a proxy’s page that refuses', { status: 403, html: '<html>secret</html>' }],
    ['an answer of something else', { json: { secret: true } }],
    ['a broken connection', 'reset'],
  ])('takes %s for a BigQuery that is away', async (_, reply) => {
    const error = await failWith(reply);
    expect(error).toMatchObject({ code: 'engine_unavailable', status: 503, retryAfterSeconds: 10 });
    expect(seenByClients(error)).not.toContain('secret');
    expect(server.seen).toHaveLength(3);
  });

  it('ends requests that are not answered at all, so that none are left when nobody waits for them', async () => {
    server.answers('silence');
    const { setTimeout } = ClientRequest.prototype;
    const fast = jest.spyOn(ClientRequest.prototype, 'setTimeout').mockImplementation(function (
      this: ClientRequest,
      milliseconds,
      callback,
    ) {
      return setTimeout.call(this, milliseconds / 1000, callback);
    });
    const error = await failureOf((await openBigQuery(server.url)).run(statementOf()));
    fast.mockRestore();
    expect(error).toMatchObject({ code: 'engine_unavailable' });
    expect(server.seen).toHaveLength(3);
  });

  it('tells that nothing listens', async () => {
    const closed = await startBigQueryServer();
    await closed.close();
    const error = await failureOf((await openBigQuery(closed.url)).run(statementOf()));
    expect(error).toMatchObject({ code: 'engine_unavailable' });
    expect(seenByClients(error)).not.toMatch(/127\.0\.0\.1|ECONN/);
  });

  it('tells that the credentials are missing, without asking', async () => {
    const saved = { ...process.env };
    Object.assign(process.env, {
      METADATA_SERVER_DETECTION: 'none',
      HOME: '/nonexistent',
      CLOUDSDK_CONFIG: '/nonexistent',
    });
    delete process.env.GOOGLE_APPLICATION_CREDENTIALS;
    server.answers('reset');
    try {
      const client = new BigQuery({ projectId: 'acme', apiEndpoint: server.url, autoRetry: false });
      const error = await failureOf((await openBigQuery(server.url, { client })).run(statementOf()));
      expect(error).toMatchObject({ code: 'engine_unavailable', detail: 'The engine cannot be used.' });
      expect(((error as QuernError).cause as Error).message).toMatch(
        /^Could not load the default credentials; name a key file in GOOGLE_APPLICATION_CREDENTIALS, or run gcloud/,
      );
      expect(server.seen).toEqual([]);
      process.env.GOOGLE_APPLICATION_CREDENTIALS = __filename;
      const other = new BigQuery({ projectId: 'acme', apiEndpoint: server.url, autoRetry: false });
      expect(await (await openBigQuery(server.url, { client: other })).check(statementOf())).toEqual({
        unchecked: expect.stringMatching(/Unable to read the credential file .*; name a key file in GOOGLE/) as string,
        problems: [],
      });
      expect(server.seen).toEqual([]);
    } finally {
      process.env = saved;
    }
  });

  it('takes an account without a token for no fault of the query', async () => {
    const cause = Object.assign(new Error('Could not refresh access token: secret'), { code: 404 });
    const client = {
      authClient: { getClient: () => Promise.resolve() },
      request: (_: object, callback: (error: Error) => void) => {
        callback(cause);
      },
    };
    const engine = await openBigQuery(server.url, { client: client as unknown as BigQuery });
    expect(await failureOf(engine.run(statementOf()))).toMatchObject({ code: 'engine_unavailable', cause });
    expect(await engine.check(statementOf())).toMatchObject({ unchecked: expect.any(String) as string });
  });

  it.each([
    ['Cannot parse regular expression: missing ): (', 'invalid_value'],
    ['Division by zero: 1 / 0', 'query_failed'],
    // Values are in BigQuery's words: a caller's must not make it look away to all others, and a row's is not to be blamed on the call.
    ['Bad int64 value: default credentials', 'query_failed'],
    ['Bad int64 value: regular expression', 'query_failed'],
  ])('looks at what is wrong with the values: %s', async (message, code) => {
    server.answers(failureReply(400, 'invalidQuery', message));
    const statement = statementOf({ parameters: [argument('p', 'STRING', '(')] });
    const error = (await failureOf((await openBigQuery(server.url)).run(statement))) as QuernError;
    expect(error.code).toBe(code);
    expect(seenByClients(error)).not.toContain(message);
  });

  it('goes on when another try succeeds, with the same request', async () => {
    server.answers(failureReply(503, 'backendError'), 'reset', ONE);
    expect((await (await openBigQuery(server.url)).run(statementOf())).rows).toEqual([['1']]);
    expect(new Set(server.seen.map(({ body }) => body.requestId)).size).toBe(1);
  });

  it('reads a page again', async () => {
    const job = { jobReference: { jobId: 'job_1' } };
    server.answers(
      rowsReply('x INTEGER', [['1']], { ...job, pageToken: 'p2' }),
      PROXY,
      rowsReply('x INTEGER', [['2']], job),
    );
    expect((await (await openBigQuery(server.url)).run(statementOf())).rows).toEqual([['1'], ['2']]);
    expect(server.seen.map(({ query }) => query.pageToken)).toEqual([undefined, 'p2', 'p2']);
  });

  it('tells what a job died of, as its results do', async () => {
    server.answers(RUNNING, failureReply(400, 'resourcesExceeded'));
    const error = await failureOf((await openBigQuery(server.url)).run(statementOf()));
    expect(error).toMatchObject({ code: 'query_failed', detail: 'The query needs more than the engine gives it.' });
    await eventually(() => server.seen.length === 3);
  });

  it('tries no more where the deadline would pass before', async () => {
    expect((await failWith(PROXY, { pausesMs: [0, 3_600_000] })).code).toBe('engine_unavailable');
    expect(server.seen.filter(({ call }) => call === 'POST /queries')).toHaveLength(2);
  });

  describe('in a row', () => {
    let now = 0;
    const openAt = async () => openBigQuery(server.url, { monotonic: () => now, connections: 10, pausesMs: [] });
    // There is no second try: one run is one request.
    const run = async (engine: Awaited<ReturnType<typeof openAt>>) => engine.run(statementOf());
    const failing = async (engine: Awaited<ReturnType<typeof openAt>>) => failureOf(run(engine));

    it('keep further runs from a BigQuery that is away, until one finds it back', async () => {
      server.answers(PROXY);
      const engine = await openAt();
      for (let failures = 0; failures < 3; failures += 1) await failing(engine);
      expect(server.seen).toHaveLength(3);

      now += 1000;
      expect(await failing(engine)).toMatchObject({ code: 'engine_unavailable', retryAfterSeconds: 4 });
      expect(server.seen).toHaveLength(3);

      now += 4000;
      const [probe, other] = await Promise.all([failing(engine), failing(engine)]);
      expect([probe, other]).toMatchObject([{ retryAfterSeconds: 10 }, { retryAfterSeconds: 5 }]);
      expect(server.seen).toHaveLength(4);
      expect(await failing(engine)).toMatchObject({ retryAfterSeconds: 10 });

      now += 10_000;
      server.answers(ONE);
      expect((await run(engine)).rows).toEqual([['1']]);
      expect((await run(engine)).rows).toEqual([['1']]);
    });

    it('are what the engine tells of its state, without asking anything', async () => {
      server.answers(PROXY);
      const engine = await openAt();
      expect(engine.state).toBe('ok');
      for (let failures = 0; failures < 3; failures += 1) await failing(engine);
      expect(engine.state).toBe('refusing');
      now += 5000;
      expect(engine.state).toBe('failing');
      expect(server.seen).toHaveLength(3);
      server.answers(ONE);
      await run(engine);
      expect(engine.state).toBe('ok');
      await engine.close();
      expect(engine.state).toBe('closed');
    });

    it('count as often as they come, not as many as come at once', async () => {
      server.answers(PROXY);
      const engine = await openAt();
      for (let time = 0; time < 3; time += 1) await Promise.all(Array.from({ length: 10 }, () => failing(engine)));
      expect(await failing(engine)).toMatchObject({ retryAfterSeconds: 5 });
    });

    it('count no more after any answer of BigQuery', async () => {
      const engine = await openAt();
      for (const reply of [PROXY, PROXY, failureReply(400, 'invalidQuery'), PROXY, PROXY, ONE, PROXY, PROXY]) {
        server.answers(reply);
        await failing(engine);
      }
      server.answers(ONE);
      expect((await run(engine)).rows).toEqual([['1']]);
    });

    it('are not made of callers who leave', async () => {
      server.answers('silence');
      const engine = await openAt();
      for (let calls = 0; calls < 4; calls += 1) await failureOf(engine.run(statementOf({ timeoutSeconds: 0.19 })));
      server.answers(ONE);
      expect((await run(engine)).rows).toEqual([['1']]);
    });

    it('are made of a BigQuery that says nothing at all', async () => {
      server.answers('silence');
      const engine = await openAt();
      const silent = () => failureOf(engine.run(statementOf({ timeoutSeconds: 4 })));
      const errors = await Promise.all([silent(), silent(), silent()]);
      expect(errors).toMatchObject(Array.from({ length: 3 }, () => ({ code: 'deadline_exceeded' })));
      expect(await silent()).toMatchObject({ code: 'engine_unavailable' });
    });
  });

  describe('of a check', () => {
    const check = async (reply: Reply) => {
      server.answers(reply);
      const parameters = [argument('a', 'INT64', null, true)];
      return (await openBigQuery(server.url, { maxBytesBilled: 1000 })).check({
        sql: 'SELECT 1 AS x',
        parameters,
        maxRows: 5,
      });
    };

    it('are none where BigQuery takes the query', async () => {
      const schema = { fields: [{ name: 'x', type: 'INTEGER' }] };
      expect(await check({ json: { jobComplete: true, schema, totalBytesProcessed: '1234' } })).toEqual({
        columns: [{ name: 'x', type: 'INT64' }],
        bytesProcessed: 1234,
        problems: [],
      });
      expect(server.seen[0]?.body).toEqual({
        query: 'SELECT 1 AS x',
        useLegacySql: false,
        parameterMode: 'NAMED',
        queryParameters: [
          { name: 'a', parameterType: { type: 'ARRAY', arrayType: { type: 'INT64' } }, parameterValue: {} },
        ],
        defaultDataset: { projectId: 'acme', datasetId: 'logs' },
        dryRun: true,
      });
    });

    it.each([
      ['Unrecognized name: nope at [3:14]', 3, 14, 'Unrecognized name: nope'],
      ['Unrecognized name: nope [at 3:14]', 3, 14, 'Unrecognized name: nope'],
      ['Syntax error: Unexpected "]" at [12:1]\nmore', 12, 1, 'Syntax error: Unexpected "]"'],
      [
        'No matching signature for operator = for argument types: STRING, INT64\n  Signature: T1 = T1\n' +
          '    Unable to find common supertype for templated argument <T1>\n' +
          '      Input types for <T1>: {INT64, STRING} at [5:53]',
        5,
        53,
        'No matching signature for operator = for argument types: STRING, INT64; Signature: T1 = T1; ' +
          'Unable to find common supertype for templated argument <T1>; Input types for <T1>: {INT64, STRING}',
      ],
      [
        'No matching signature for function TIMESTAMP_TRUNC\n  Argument types: STRING, DATE_TIME_PART\n' +
          '  Signature: TIMESTAMP_TRUNC(TIMESTAMP, DATE_TIME_PART, [STRING])\n' +
          '    Argument 1: Unable to coerce type STRING to expected type TIMESTAMP at [2:8]\nSELECT a at [9:9]',
        2,
        8,
        'No matching signature for function TIMESTAMP_TRUNC; Argument types: STRING, DATE_TIME_PART; ' +
          'Signature: TIMESTAMP_TRUNC(TIMESTAMP, DATE_TIME_PART, [STRING]); ' +
          'Argument 1: Unable to coerce type STRING to expected type TIMESTAMP',
      ],
      ['It fails\n  for a reason\nLocation: somewhere', 1, 1, 'It fails; for a reason'],
      [
        `No matching signature for function F${'\n  Signature: F(A)'.repeat(100)} at [7:1]`,
        7,
        1,
        `${`No matching signature for function F${'; Signature: F(A)'.repeat(100)}`.slice(0, 400)}…`,
      ],
      [
        'Duplicate column names in the result are not supported. Found duplicate(s): a',
        1,
        1,
        'Duplicate column names in the result are not supported. Found duplicate(s): a. ' +
          'Give each column a name of its own with AS',
      ],
      ['Access Denied: Table acme:logs.edge_logs', 1, 1, 'Access Denied: Table acme:logs.edge_logs'],
    ])('show the place: %s', async (message, line, column, text) => {
      expect(await check(failureReply(400, 'invalidQuery', message))).toEqual({
        problems: [{ line, column, message: `BigQuery: ${text}` }],
      });
    });

    it('leave the query unchecked at a BigQuery that says nothing, and further ones at once', async () => {
      server.answers('silence');
      const engine = await openBigQuery(server.url);
      jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort());
      const query = { sql: 'SELECT 1 AS x', parameters: [], maxRows: 5 };
      for (let checks = 0; checks < 3; checks += 1) {
        expect(await engine.check(query)).toMatchObject({ unchecked: expect.stringContaining('10000 ms') as string });
      }
      jest.restoreAllMocks();
      const asked = server.seen.length;
      // Silent as it is, it would hold this one for ten seconds, if it were asked.
      expect(await engine.check(query)).toMatchObject({ unchecked: expect.stringContaining('10000 ms') as string });
      expect(server.seen).toHaveLength(asked);
    });

    it.each<[string, Reply]>([
      ['that is away', failureReply(503, 'backendError')],
      ['whose quota is used up', failureReply(403, 'quotaExceeded')],
      ['that asks for credentials', failureReply(401, 'authError')],
    ])('leave the query unchecked at a BigQuery %s', async (_, reply) => {
      expect(await check(reply)).toEqual({
        unchecked: expect.stringMatching(/^BigQuery could not be asked: secret of/) as string,
        problems: [],
      });
    });
  });
});
