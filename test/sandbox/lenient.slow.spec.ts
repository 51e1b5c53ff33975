import { rm } from 'node:fs/promises';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { googleSqlOf } from '../../src/googlesql/lenient/lenient-sql.js';
import { assertRows } from '../support/http/assert-rows.js';
import { bigQueryEnv, rowsReply, startBigQueryServer } from '../support/engines/bigquery-server.js';
import { dataFolder, duckDbOptions, ndjson, schemaOf } from '../support/duckdb.js';
import { endpointFile } from '../support/endpoint-file.js';
import { ACCEPTED, AUTHORED, CANARY, forbiddenQueries, REFUSED } from '../support/sandbox/corpus.js';
import { dryRunOf } from '../support/sandbox/server.js';
import { startService, type TestService } from '../support/service.js';

const LENIENT = {
  sandboxing: 'enabled',
  sandbox_dialect: 'lenient',
  caching: 60,
  query: 'WITH hits AS (SELECT path, ms FROM requests) SELECT path, ms FROM hits',
};
const ENDPOINTS = {
  'lenient.yaml': endpointFile({ name: 'lenient', ...LENIENT }),
  'strict.yaml': endpointFile({ name: 'strict', ...LENIENT, sandbox_dialect: 'googlesql' }),
};
const HITS = [
  { path: "it's", ms: 5 },
  { path: '/b', ms: 9 },
];

/** What the parser says has SQL’s own words, which `assertProblem` takes for something of the inside. */
const refusalOf = async (answer: Response) => {
  const { code, detail } = (await answer.json()) as { code: string; detail: string };
  expect([answer.status, code]).toEqual([400, 'invalid_sql']);
  return detail;
};

const ask = async (service: TestService, sql: string, endpoint = 'lenient') =>
  service.get(`/api/endpoints/query/${endpoint}?sql=${encodeURIComponent(sql)}`);

describe('callers’ SQL in the lenient dialect', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, tables: { requests: HITS, secrets: [{ word: CANARY }] } });
  });
  afterAll(async () => service.close());

  it.each([
    [`SELECT ms::text AS t FROM hits WHERE path = 'it''s'`, { t: '5' }],
    [`SELECT h.ms::text::int + -1::int AS n FROM hits AS h WHERE h.path = '/b'`, { n: 8 }],
    [`SELECT COUNT(*)::float / 4 AS x FROM hits`, { x: 0.5 }],
    [`SELECT CASE WHEN MAX(ms) > 5 THEN '1' END::bigint AS n FROM hits`, { n: 1 }],
    [`SELECT '''' || 'a\\'b''c' || '' AS s`, { s: "'a'b'c" }],
    [`SELECT '''it''s''' AS s, '2026-11-20'::date AS d`, { s: "it''s", d: '2026-11-20' }],
    [`SELECT 'x::text -- ''' AS s /* ''::int */ -- it''s`, { s: "x::text -- '" }],
  ])('runs %s', async (sql, row) => {
    expect(await assertRows(await ask(service, sql))).toEqual([row]);
  });

  it('is refused where the file does not allow it', async () => {
    for (const sql of [`SELECT ms::text AS t FROM hits`, `SELECT 'it''s' AS s`]) {
      expect(await refusalOf(await ask(service, sql, 'strict'))).toMatch(/^Line 1, column \d+: /);
    }
  });

  it.each([
    [`SELECT ms::text,\n  'é''s'::text, nothing::text FROM hits`, 'Line 2, column 17: unrecognized name "nothing"'],
    [`SELECT ms::text FROM /* '' */ 'a'::text::hit`, 'Line 1, column 42: "hit" is no type'],
    [`SELECT ms::int AS a, path::int + TRUE AS b FROM hits`, 'Line 1, column 22: GoogleSQL has no "+" between'],
    [`SELECT ms::int AS a, 'it''s FROM hits`, 'Line 1, column 22: this string is not closed'],
    [`SELECT ms::int FROM hits; SELECT 1`, 'Line 1, column 27: an endpoint runs one statement'],
    [`SELECT E'it''s' AS s`, 'Line 1, column 9: syntax error: unexpected'],
  ])('tells in the places of the text as it was written: %j', async (sql, detail) => {
    expect(await refusalOf(await ask(service, sql))).toContain(detail);
  });

  it('shares an answer with the GoogleSQL that it stands for', async () => {
    const status = async (sql: string) => (await ask(service, sql)).headers.get('cache-status')?.split(';')[1];
    expect(await status(`SELECT path, ms::text AS t FROM hits WHERE path <> 'it''s'`)).toBe(' fwd=miss');
    expect(await status(`SELECT path, CAST(ms AS STRING) AS t FROM hits WHERE path <> 'it\\'s'`)).toBe(' hit');
  });

  it('shows in the listing', async () => {
    const listed = async (name: string) => (await service.get(`/api/endpoints/${name}`)).text();
    expect(await listed('lenient')).toContain('"sandbox_dialect":"lenient"');
    expect(await listed('strict')).toContain('"sandbox_dialect":"googlesql"');
  });

  it('is GoogleSQL when a remote engine is given it', async () => {
    const bigquery = await startBigQueryServer();
    const columns = 'path STRING, ms INTEGER';
    bigquery.answers(({ call, body }) => {
      if (call === 'POST /jobs') return dryRunOf('requests');
      return body.dryRun ? rowsReply(columns, [], { totalBytesProcessed: '1' }) : rowsReply('t STRING', [['5']]);
    });
    const remote = await startService({
      endpoints: ENDPOINTS,
      env: {
        ...bigQueryEnv(bigquery.url),
      },
    });
    try {
      const answer = await ask(remote, `SELECT ms::text AS t FROM hits WHERE path = 'it''s'`);
      expect(await assertRows(answer)).toEqual([{ t: '5' }]);
      const sent = String.raw`(SELECT CAST(ms AS STRING)AS t FROM hits WHERE path = 'it\'s'`;
      expect(bigquery.seen.at(-1)?.body.query).toContain(sent);
      const wrong = await ask(remote, `SELECT ms::text, nothing FROM hits`);
      expect(await refusalOf(wrong)).toContain('Line 1, column 18: unrecognized name "nothing"');
    } finally {
      await remote.close();
      await bigquery.close();
    }
  });

  it('is refused unread where it is too long', async () => {
    const refused = await refusalOf(await ask(service, `SELECT 1::int${'('.repeat(10_000)}`));
    expect(refused).toContain('this has too many words and symbols; 10000 are allowed');
  });
});

describe('what the lenient dialect can reach', () => {
  let folder: string;
  let engine: DuckDbEngine;

  beforeAll(async () => {
    folder = await dataFolder({
      'requests.ndjson': ndjson({ path: '/a', ms: 5, tags: ['x'], day: '2026-11-20' }),
      'requests.schema.json': schemaOf('path STRING, ms INTEGER, tags STRING[], day DATE'),
      'secrets.ndjson': ndjson({ word: CANARY }),
    });
    engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
  });
  afterAll(async () => {
    await engine.close();
    await rm(folder, { recursive: true });
  });

  /** Through the rewriting and the gate, as a call goes. */
  const isAccepted = async (sql: string) => {
    const found = googleSqlOf(sql);
    if ('message' in found) return false;
    const parameters = [{ name: 'least', type: 'INT64', array: false } as const];
    const sandbox = engine.sandbox({ sql: AUTHORED, parameters, maxRows: 10 });
    const checked = await sandbox.check({ sql: found.text, parameters, maxRows: 10 });
    return checked.problems.length === 0;
  };
  const acceptedOf = async (queries: readonly string[]) => {
    const accepted: string[] = [];
    for (const sql of queries) if (await isAccepted(sql)) accepted.push(sql);
    return accepted;
  };

  it('is what GoogleSQL can: the gate’s corpus is judged alike', async () => {
    expect(await acceptedOf([...forbiddenQueries(), ...REFUSED.map(([sql]) => sql)])).toEqual([]);
    expect(await acceptedOf(ACCEPTED)).toEqual([...ACCEPTED]);
  });

  it('is nothing more by strings that end elsewhere than they seem to, nor by casts', async () => {
    const tricks = [
      `SELECT 'a'' FROM secrets -- ' AS x FROM secrets`,
      `SELECT 'a\\'' AS x FROM secrets -- '`,
      `SELECT 'a\\\\''' AS x FROM secrets`,
      `SELECT '''' AS x FROM secrets -- ''''`,
      `SELECT '''a' AS x FROM secrets -- '`,
      `SELECT '' AS x FROM secrets -- '''`,
      `SELECT '''''' AS x FROM secrets`,
      `SELECT r'\\''' AS x FROM secrets -- '''`,
      `SELECT "a''" AS x FROM secrets -- "`,
      "SELECT `a''` FROM secrets -- `",
      `SELECT 'a''`,
      `SELECT 'a''\n' AS x FROM secrets`,
      `SELECT word::text FROM secrets`,
      `SELECT (SELECT word FROM secrets)::text AS x`,
      `SELECT 1::text) UNION ALL (SELECT word FROM secrets`,
      `SELECT (1::text AS x FROM secrets`,
      `SELECT 1 /* '' */ :: /* '' */ text AS x FROM secrets`,
      `SELECT 1:: -- '' \n text AS x FROM secrets`,
      `SELECT * FROM secrets::text`,
      `SELECT * FROM hits, secrets.word::text`,
      `SELECT * FROM UNNEST(secrets::text)`,
      `SELECT 1 AS x FROM hits;SELECT word::text FROM secrets`,
      `SELECT @@project_id::text AS x`,
      `SELECT RAND()::int AS x`,
      `SELECT x${'::int::text'.repeat(6_000)} FROM hits`,
      `SELECT ${'('.repeat(500)}1::int${')'.repeat(500)} AS x`,
    ];
    expect(await acceptedOf(tricks)).toEqual([]);
    // All of this is one string.
    expect(await isAccepted(`SELECT 'a\\''' AS x FROM secrets -- '`)).toBe(true);
    // They are refused for what they reach for: with the right name some of them run.
    const harmless = tricks.slice(0, 11).map((sql) => sql.replace(/secrets/g, 'hits'));
    expect((await acceptedOf(harmless)).length).toBeGreaterThan(4);
  });
});
