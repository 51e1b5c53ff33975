import { type BigQueryEngine, type BigQueryOptions } from '../../src/engines/bigquery/bigquery.engine.js';
import {
  argument,
  type BigQueryServer,
  failureOf,
  failureReply,
  JOB,
  ONE,
  openBigQuery,
  rowsReply,
  RUNNING,
  startBigQueryServer,
  statementOf,
} from '../support/engines/bigquery-server.js';
import { eventually } from '../support/eventually.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

describe('BigQueryEngine', () => {
  let server: BigQueryServer;
  const open = async (options: Partial<BigQueryOptions> = {}): Promise<BigQueryEngine> =>
    openBigQuery(server.url, options);

  beforeAll(async () => {
    server = await startBigQueryServer();
  });

  afterAll(() => server.close());

  const calls = () => server.seen.map(({ call }) => call);
  const body = () => {
    const [first] = server.seen;
    if (!first) throw new Error('nothing was asked');
    return first.body;
  };

  /** The body of the one request that a statement makes. */
  async function bodyOf(statement: Parameters<typeof statementOf>[0], options: Partial<BigQueryOptions> = {}) {
    server.answers(ONE);
    await (await open(options)).run(statementOf(statement));
    expect(calls()).toEqual(['POST /queries']);
    return body();
  }

  it('tells the tables of its dataset from their metadata, whose list may have pages', async () => {
    const listed = (tableId: string) => ({ tableReference: { projectId: 'acme', datasetId: 'logs', tableId } });
    const fields = [
      { name: 'id', type: 'INTEGER' },
      { name: 'tags', type: 'STRING', mode: 'REPEATED' },
    ];
    server.answers(({ call, query }) => {
      if (call === 'GET /datasets/logs/tables' && query.pageToken === undefined)
        return { json: { tables: [listed('orders')], nextPageToken: 'more' } };
      if (call === 'GET /datasets/logs/tables') return { json: { tables: [listed('a view')] } };
      if (call === 'GET /datasets/logs/tables/orders')
        return { json: { type: 'TABLE', numRows: '12', schema: { fields } } };
      return { json: { type: 'VIEW', numRows: '0', schema: { fields: fields.slice(0, 1) } } };
    });
    const engine = await open();
    expect(await engine.describeTables()).toEqual([
      { name: 'a view', columns: [{ name: 'id', type: 'INT64' }], schema: fields.slice(0, 1), files: [] },
      {
        name: 'orders',
        columns: [
          { name: 'id', type: 'INT64' },
          { name: 'tags', type: 'ARRAY<STRING>' },
        ],
        schema: fields,
        rows: 12,
        files: [],
      },
    ]);
    expect(calls().sort()).toEqual([
      'GET /datasets/logs/tables',
      'GET /datasets/logs/tables',
      'GET /datasets/logs/tables/a%20view',
      'GET /datasets/logs/tables/orders',
    ]);
  });

  it('says that the tables cannot be told where BigQuery does not let it ask', async () => {
    server.answers(failureReply(403, 'accessDenied'));
    const engine = await open();
    await expect(engine.describeTables()).rejects.toMatchObject({ code: 'query_failed' });
  });

  describe('asks', () => {
    it('for the author’s text, unchanged, on the short-query path', async () => {
      const sql = 'SELECT 1 AS x -- "a" \\ é\n FROM `edge_logs`';
      const { requestId, jobTimeoutMs, ...rest } = await bodyOf({ sql, maxRows: 7, timeoutSeconds: 60 });
      expect(requestId).toMatch(UUID);
      expect(Number(jobTimeoutMs)).toBeGreaterThan(0);
      expect(Number(jobTimeoutMs)).toBeLessThanOrEqual(60_000);
      expect(rest).toEqual({
        query: sql,
        useLegacySql: false,
        parameterMode: 'NAMED',
        queryParameters: [],
        defaultDataset: { projectId: 'acme', datasetId: 'logs' },
        labels: {},
        timeoutMs: 2000,
        maxResults: 8,
        jobCreationMode: 'JOB_CREATION_OPTIONAL',
        formatOptions: { useInt64Timestamp: true },
      });
    });

    // Google's client has such a place of its own in URLs, and fills it in wherever JSON has it.
    it('for texts and values that are like a place for the project’s id, as they are', async () => {
      const text = 'SELECT "{{projectId}}" AS x';
      const { query, queryParameters } = await bodyOf({ sql: text, parameters: [argument('s', 'STRING', text)] });
      expect([query, queryParameters[0]?.parameterValue.value]).toEqual([text, text]);
    });

    it('with a request id of its own each time', async () => {
      expect((await bodyOf({})).requestId).not.toBe((await bodyOf({})).requestId);
    });

    it('with typed parameters', async () => {
      const parameters = [
        argument('s', 'STRING', `it's "é" \\`),
        argument('i', 'INT64', -(2n ** 63n)),
        argument('f', 'FLOAT64', NaN),
        argument('b', 'BOOL', false),
        argument('t', 'TIMESTAMP', -1n),
        argument('d', 'DATE', '0001-01-01'),
        argument('ns', 'STRING', null),
        argument('nt', 'TIMESTAMP', null),
      ];
      const { queryParameters } = await bodyOf({ parameters });
      expect(queryParameters).toEqual([
        { name: 's', parameterType: { type: 'STRING' }, parameterValue: { value: `it's "é" \\` } },
        { name: 'i', parameterType: { type: 'INT64' }, parameterValue: { value: '-9223372036854775808' } },
        { name: 'f', parameterType: { type: 'FLOAT64' }, parameterValue: { value: 'NaN' } },
        { name: 'b', parameterType: { type: 'BOOL' }, parameterValue: { value: 'false' } },
        {
          name: 't',
          parameterType: { type: 'TIMESTAMP' },
          parameterValue: { value: '1969-12-31 23:59:59.999999+00:00' },
        },
        { name: 'd', parameterType: { type: 'DATE' }, parameterValue: { value: '0001-01-01' } },
        { name: 'ns', parameterType: { type: 'STRING' }, parameterValue: { value: null } },
        { name: 'nt', parameterType: { type: 'TIMESTAMP' }, parameterValue: { value: null } },
      ]);
    });

    // A list that is absent is NULL to BigQuery, one that is there and empty is not.
    it.each([
      [['a', ''], { arrayValues: [{ value: 'a' }, { value: '' }] }],
      [[], { arrayValues: [] }],
      [null, {}],
    ])('with arrays: %j', async (value, parameterValue) => {
      const { queryParameters } = await bodyOf({ parameters: [argument('a', 'STRING', value, true)] });
      const parameterType = { type: 'ARRAY', arrayType: { type: 'STRING' } };
      expect(queryParameters).toEqual([{ name: 'a', parameterType, parameterValue }]);
    });

    it.each([
      [undefined, undefined, undefined],
      [1000, undefined, '1000'],
      [1000, 20, '20'],
      [undefined, 2e15, '2000000000000000'],
    ])('with the limit on bytes: %p for all, %p in the file', async (maxBytesBilled, ofFile, expected) => {
      expect((await bodyOf({ maxBytesBilled: ofFile }, { maxBytesBilled })).maximumBytesBilled).toBe(expected);
    });

    it('in the place that is set', async () => {
      expect((await bodyOf({}, { location: 'EU' })).location).toBe('EU');
    });

    it('with labels that BigQuery takes, whatever the name', async () => {
      const names = ['plain-name_1', 'usage.api-counts', 'Usage_Api-counts', 'é🦆', 'x'.repeat(100), ''];
      const labels = Object.fromEntries(names.map((name, index) => [`n${index}`, name]));
      const values = Object.values((await bodyOf({ labels })).labels ?? {});
      for (const value of values) expect(value).toMatch(/^[a-z0-9_-]{0,63}$/);
      expect(new Set(values).size).toBe(names.length);
      expect((await bodyOf({ labels: { endpoint: 'plain', key: 'k' } })).labels).toEqual({
        quern_endpoint: 'plain',
        quern_key: 'k',
      });
    });

    it('to wait half of a short deadline, so that there is time for what comes after', async () => {
      const { timeoutMs, jobTimeoutMs } = await bodyOf({ timeoutSeconds: 4 });
      expect(timeoutMs).toBeGreaterThan(1900);
      expect(timeoutMs).toBeLessThanOrEqual(2000);
      expect(jobTimeoutMs).toMatch(/^(3\d\d\d|4000)$/);
    });
  });

  describe('reads', () => {
    const page = (values: readonly string[], rest: object = {}) =>
      rowsReply(
        'x STRING',
        values.map((value) => [value]),
        { jobReference: JOB, ...rest },
      );

    it('columns in their order and what the run cost', async () => {
      server.answers(
        rowsReply('b STRING, a INTEGER', [['x', '1']], {
          queryId: 'query_1',
          totalBytesProcessed: '2048',
          totalBytesBilled: '10485760',
          totalSlotMs: '33',
          cacheHit: false,
        }),
      );
      const result = await (await open()).run(statementOf());
      expect(result).toEqual({
        columns: [
          { name: 'b', type: 'STRING' },
          { name: 'a', type: 'INT64' },
        ],
        rows: [['"x"', '1']],
        truncated: false,
        cost: {
          milliseconds: expect.any(Number) as number,
          bytesProcessed: 2048,
          bytesBilled: 10_485_760,
          slotMilliseconds: 33,
          cacheHit: false,
          jobId: 'query_1',
        },
      });
    });

    it('an answer without rows', async () => {
      server.answers({
        json: { jobComplete: true, schema: { fields: [{ name: 'x', type: 'DATE' }] }, totalRows: '0' },
      });
      const { columns, rows, truncated } = await (await open()).run(statementOf());
      expect({ columns, rows, truncated }).toEqual({
        columns: [{ name: 'x', type: 'DATE' }],
        rows: [],
        truncated: false,
      });
    });

    it('a query that takes longer, when it has ended', async () => {
      const statistics = { totalSlotMs: '41', query: { totalBytesBilled: '10' } };
      server.answers(RUNNING, RUNNING, page(['a'], { totalBytesProcessed: '7' }), { json: { statistics } });
      const result = await (await open()).run(statementOf());
      expect(result.rows).toEqual([['"a"']]);
      expect(result.cost).toMatchObject({ jobId: 'job_1', bytesProcessed: 7, bytesBilled: 10, slotMilliseconds: 41 });
      expect(calls()).toEqual(['POST /queries', 'GET /queries/job_1', 'GET /queries/job_1', 'GET /jobs/job_1']);
      expect(server.seen[1]?.query).toMatchObject({
        location: 'EU',
        maxResults: '101',
        timeoutMs: '10000',
        'formatOptions.useInt64Timestamp': 'true',
      });
    });

    it('its rows even where the job does not say what it cost', async () => {
      server.answers(RUNNING, page(['a']), failureReply(403, 'accessDenied'));
      const result = await (await open()).run(statementOf());
      expect(result.rows).toEqual([['"a"']]);
      expect(result.cost.bytesBilled).toBeUndefined();
    });

    it.each([
      ['no more pages than hold one row too many', 3, 3, true],
      ['every page where the rows fit', 5, 3, false],
    ])('%s', async (_, maxRows, requests, truncated) => {
      server.answers(
        page(['a', 'b'], { pageToken: 'p2', totalBytesBilled: '5' }),
        page(['c'], { pageToken: 'p3' }),
        maxRows === 3 ? page(['d'], { pageToken: 'p4' }) : page(['d', 'e'], { pageToken: '' }),
      );
      const result = await (await open()).run(statementOf({ maxRows }));
      expect(result.rows.map(([x]) => x)).toEqual(['"a"', '"b"', '"c"', '"d"', '"e"'].slice(0, maxRows));
      expect(result).toMatchObject({ truncated, cost: { bytesBilled: 5 } });
      expect(server.seen).toHaveLength(requests);
      const asked = server.seen.map(({ query, body: { maxResults } }) => [
        query.pageToken,
        query.maxResults ?? maxResults,
      ]);
      expect(asked).toEqual([
        [undefined, maxRows + 1],
        ['p2', String(maxRows - 1)],
        ['p3', String(maxRows - 2)],
      ]);
    });

    it('many rows in pages of about a megabyte, the first one aside', async () => {
      const long = 'x'.repeat(10_000);
      server.answers(
        page([long, long], { pageToken: 'p2', totalBytesBilled: '5' }),
        page([long, 'x'.repeat(30_000)], { pageToken: 'p3' }),
        page([long], { pageToken: '' }),
      );
      const result = await (await open()).run(statementOf({ maxRows: 1_000_000 }));
      expect(result).toMatchObject({ truncated: false });
      expect(result.rows).toHaveLength(5);
      const asked = server.seen.map(({ query, body: { maxResults } }) => Number(query.maxResults ?? maxResults));
      expect(asked).toEqual([10_001, 105, 70]);
    });

    it('no more pages than its sink has room for', async () => {
      server.answers(page(['a', 'b'], { pageToken: 'p2', totalBytesBilled: '5' }));
      const taken: (readonly string[])[] = [];
      const sink = { begin: () => undefined, add: (row: readonly string[]) => taken.length < 1 && taken.push(row) > 0 };
      const { rows, truncated } = await (await open()).run(statementOf({ sink }));
      expect({ rows, truncated, taken }).toEqual({ rows: [], truncated: true, taken: [['"a"']] });
      expect(calls()).toEqual(['POST /queries']);
    });

    it('no row too many from a server that does not count', async () => {
      server.answers(page(['a', 'b', 'c', 'd']));
      const result = await (await open()).run(statementOf({ maxRows: 2 }));
      expect(result.rows).toHaveLength(2);
      expect(result.truncated).toBe(true);
    });

    it('thousands of rows in their order', async () => {
      const values = Array.from({ length: 1000 }, (_, index) => String(index));
      server.answers(page(values));
      const { rows } = await (await open()).run(statementOf({ maxRows: 10_000 }));
      expect(rows.map(([x]) => x)).toEqual(values.map((value) => `"${value}"`));
    });
  });

  describe('ends', () => {
    it('a run at its deadline, and the job with it', async () => {
      server.answers(({ call }) => (call === 'POST /queries' ? RUNNING : 'silence'));
      const engine = await open({ connections: 1 });
      expect(await failureOf(engine.run(statementOf({ timeoutSeconds: 0.3 })))).toMatchObject({
        code: 'deadline_exceeded',
      });
      await eventually(() => calls().includes('POST /jobs/job_1/cancel'));
      expect(server.seen.at(-1)?.query).toMatchObject({ location: 'EU' });
      server.answers(ONE);
      expect((await engine.run(statementOf())).rows).toEqual([['1']]);
    });

    it('a run that nobody waits for at once, and its job as soon as its id is known', async () => {
      let tellJob: () => void = () => undefined;
      const jobKnown = new Promise<void>((resolve) => (tellJob = resolve));
      server.answers(async ({ call }) => {
        if (call !== 'POST /queries') return { json: {} };
        await jobKnown;
        return RUNNING;
      });
      const engine = await open({ connections: 1 });
      const leave = new AbortController();
      const reason = new Error('left');
      const running = failureOf(engine.run(statementOf({ signal: leave.signal })));
      await eventually(() => server.seen.length === 1);
      leave.abort(reason);
      expect(await running).toBe(reason);
      expect(calls()).toEqual(['POST /queries']);
      tellJob();
      await eventually(() => server.seen.length === 2);
      expect(calls()).toEqual(['POST /queries', 'POST /jobs/job_1/cancel']);
      server.answers(ONE);
      // The one connection is free again.
      expect((await engine.run(statementOf())).rows).toHaveLength(1);
    });

    it('the job of a run that fails while it waits', async () => {
      server.answers(({ call }) => (call === 'POST /queries' ? RUNNING : failureReply(403, 'accessDenied')));
      expect(await failureOf((await open()).run(statementOf()))).toMatchObject({ code: 'query_failed' });
      await eventually(() => calls().includes('POST /jobs/job_1/cancel'));
    });

    it('no job that has ended by itself', async () => {
      const leave = new AbortController();
      server.answers(RUNNING, ONE, ONE);
      const engine = await open();
      await engine.run(statementOf({ signal: leave.signal }));
      leave.abort();
      await engine.run(statementOf());
      expect(calls()).toEqual(['POST /queries', 'GET /queries/job_1', 'GET /jobs/job_1', 'POST /queries']);
    });

    it('nothing where nobody waited from the start', async () => {
      server.answers(ONE);
      const reason = new Error('left');
      expect(await failureOf((await open()).run(statementOf({ signal: AbortSignal.abort(reason) })))).toBe(reason);
      expect(server.seen).toEqual([]);
    });

    it('refuses one run too many at once', async () => {
      server.answers('silence');
      const engine = await open({ connections: 1, queueMax: 1 });
      const leave = new AbortController();
      const runs = [1, 2].map(() => failureOf(engine.run(statementOf({ signal: leave.signal }))));
      expect(await failureOf(engine.run(statementOf()))).toMatchObject({ code: 'engine_busy', retryAfterSeconds: 1 });
      leave.abort(new Error('left'));
      await Promise.all(runs);
      server.answers(ONE);
      expect((await engine.run(statementOf())).rows).toEqual([['1']]);
    });

    it('with its engine', async () => {
      const engine = await open();
      await engine.close();
      expect(await failureOf(engine.run(statementOf()))).toMatchObject({ code: 'engine_unavailable' });
    });
  });
});
