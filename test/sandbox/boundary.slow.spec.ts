import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type CheckedQuery, type Query, type Engine } from '../../src/engines/engine.js';
import {
  type BigQueryServer,
  failureOf,
  failureReply,
  openBigQuery,
  startBigQueryServer,
} from '../support/engines/bigquery-server.js';
import { dataFolder, duckDbOptions, ndjson, rowsOf, schemaOf, statementOf } from '../support/duckdb.js';
import { part } from '../support/part.js';
import { ACCEPTED, AUTHORED, CANARY, forbiddenQueries, REFUSED } from '../support/sandbox/corpus.js';
import { describeHits, dryRunOf } from '../support/sandbox/server.js';
import { type QuernError } from '../../src/errors/quern-error.js';
import { type BigQueryEngine } from '../../src/engines/bigquery/bigquery.engine.js';

const LEAST = { name: 'least', type: 'INT64', array: false } as const;

const FILES = {
  'requests.ndjson': ndjson(
    { path: '/a', ms: 5, tags: ['x', 'y'], day: '2026-11-20', tenant: CANARY },
    { path: '/a', ms: 7, tags: [], day: '2026-11-20', tenant: CANARY },
    { path: '/b', ms: 9, tags: ['x'], day: '2026-11-19', tenant: CANARY },
    { path: CANARY, ms: 0, tags: [CANARY], day: '2026-11-19', tenant: CANARY },
  ),
  'requests.schema.json': schemaOf('path STRING, ms INTEGER, tags STRING[], day DATE, tenant STRING'),
  'secrets.ndjson': ndjson({ word: CANARY }),
};

describe('what callers’ SQL can reach', () => {
  let folder: string;
  let embedded: DuckDbEngine;
  let server: BigQueryServer;
  let remote: BigQueryEngine;

  beforeAll(async () => {
    folder = await dataFolder(FILES);
    embedded = new DuckDbEngine(duckDbOptions(folder));
    await embedded.open('run');
    server = await startBigQueryServer();
    server.answers(describeHits);
    remote = await openBigQuery(server.url);
    // What the WITH queries answer with is asked for once.
    await sandboxOf(remote).prepare();
  });
  afterAll(async () => {
    await embedded.close();
    await remote.close();
    await server.close();
    await rm(folder, { recursive: true });
  });

  const queryOf = (sql: string): Query => ({ sql, parameters: [LEAST], maxRows: 100 });
  const sandboxOf = (engine: Engine) => engine.sandbox(queryOf(AUTHORED));
  const reasonOf = ({ problems }: CheckedQuery) => problems[0]?.message ?? 'accepted';

  it('rests on one place of the compiler, and one of the resolver, that looks a table up', () => {
    const folders = ['src/engines/duckdb/compiler', 'src/googlesql/resolver'];
    const lookups = folders.flatMap((folder) => {
      const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' });
      return sources
        .filter((path) => /(?<!spec)\.ts$/.test(path))
        .flatMap((path) => {
          const lines = readFileSync(`${folder}/${path}`, 'utf8').split('\n');
          const lookup = /\bcatalog\b.*\btables\b|\btables\b.*\bcatalog\b|\btables\.get\(|\bfindTable\b.*\(/;
          return lines.filter((line) => lookup.test(line)).map(() => `${basename(folder)}/${path}`);
        });
    });
    expect(lookups.sort()).toEqual([
      // The catalog of a whole query, and what the resolver is given of it.
      'compiler/compile.ts',
      'compiler/compile.ts',
      // The one place.
      'compiler/queries/from.ts',
      // The catalog of callers' SQL, which has no tables, and the tables that the WITH reads.
      'compiler/sandbox/sandbox.ts',
      'compiler/sandbox/sandbox.ts',
      'compiler/sandbox/sandbox.ts',
      // The one place of those who know types alone, and what both look up.
      'resolver/queries/from.ts',
      'resolver/table-path.ts',
      'resolver/table-path.ts',
    ]);
  });

  it('is nothing behind the WITH queries, wherever a name of it stands', async () => {
    const queries = forbiddenQueries();
    expect(queries.length).toBeGreaterThan(1500);
    const accepted: string[] = [];
    for (const sql of queries)
      if (reasonOf(await sandboxOf(embedded).check(queryOf(sql))) === 'accepted') accepted.push(sql);
    expect(accepted).toEqual([]);
  });

  it('is refused for its reason', async () => {
    const wrong: string[] = [];
    for (const [sql, reason] of REFUSED) {
      const found = reasonOf(await sandboxOf(embedded).check(queryOf(sql)));
      if (found === 'accepted' || !reason.test(found)) wrong.push(`${sql.slice(0, 200)}: ${found}`);
      expect(found).not.toContain('embedded');
    }
    expect(wrong).toEqual([]);
  });

  it('is refused before the remote engine has seen any of it', async () => {
    const before = server.seen.length;
    // `npm test` asks it for one in eight.
    const forbidden = forbiddenQueries().filter((_, index) => index % part(1, 8) === 0);
    for (const sql of [...forbidden, ...REFUSED.map(([refused]) => refused)]) {
      const reason = reasonOf(await sandboxOf(remote).check(queryOf(sql)));
      expect([sql, reason]).toEqual([sql, expect.not.stringMatching(/^accepted$/)]);
    }
    expect(server.seen.length).toBe(before);
  });

  it('is all of the WITH queries, and no canary comes up', async () => {
    for (const sql of ACCEPTED) {
      expect([sql, reasonOf(await sandboxOf(embedded).check(queryOf(sql)))]).toEqual([sql, 'accepted']);
      const result = await sandboxOf(embedded).run(statementOf(sql, [{ ...LEAST, value: 1n }]));
      expect([sql, rowsOf(result).length > 0]).toEqual([sql, true]);
      expect(JSON.stringify(result.rows)).not.toContain(CANARY);
    }
  });

  it('is run by the remote engine within brackets behind the WITH', async () => {
    for (const sql of ACCEPTED) {
      expect([sql, reasonOf(await sandboxOf(remote).check(queryOf(sql)))]).toEqual([sql, 'accepted']);
      const { query = '' } = server.seen.at(-1)?.body ?? {};
      expect([sql, query]).toEqual([sql, expect.stringMatching(/^(?:[^]*\))?\n\([^]*\n\)$/)]);
    }
  });

  it('is behind a limit that no query reaches, for the remote engine, where something in it can fail', async () => {
    await sandboxOf(remote).check(queryOf('SELECT path, 1 / ms AS x FROM hits'));
    const clause = AUTHORED.slice(0, AUTHORED.lastIndexOf(')') + 1);
    expect(server.seen.at(-1)?.body.query).toBe(
      `WITH limited0 AS (${clause}\nSELECT * FROM \`hits\` LIMIT 9223372036854775807),
\`hits\` AS (SELECT * FROM limited0),
\`busy\` AS (SELECT NULL AS nothing)
(SELECT path,1 / ms AS x FROM hits
)`,
    );
    await sandboxOf(remote).check(queryOf('SELECT 1 / 0 AS x'));
    expect(server.seen.at(-1)?.body.query).toBe(
      'WITH `hits` AS (SELECT NULL AS nothing),\n`busy` AS (SELECT NULL AS nothing)\n(SELECT 1 / 0 AS x\n)',
    );
  });

  it('says where it may have failed on the remote engine, too, without the value', async () => {
    const run = async (message: string, sql: string) => {
      server.answers((request) => {
        const isDryRun = request.call === 'POST /jobs' || request.body.dryRun === true;
        return isDryRun ? describeHits(request) : failureReply(400, 'invalidQuery', message);
      });
      const error = await failureOf(sandboxOf(remote).run(statementOf(sql, [{ ...LEAST, value: 1n }])));
      server.answers(describeHits);
      return (error as QuernError).detail;
    };
    expect(await run('division by zero: 7 / 0', 'SELECT 7 / ms AS x FROM hits')).toContain(
      'Line 1, column 10: the query failed as it ran: division by zero; SAFE_DIVIDE',
    );
    expect(await run('Bad int64 value: secret', 'SELECT CAST(path AS INT64) AS x FROM hits')).toBe(
      'Line 1, column 8: the query failed as it ran: bad INT64 value; SAFE_CAST(x AS INT64) is NULL for what is no INT64.',
    );
    expect(await run('Something else: secret', 'SELECT 7 / ms AS x FROM hits')).not.toMatch(/secret|Line/);
  });

  it('is refused where the remote engine would read more than the WITH queries do', async () => {
    const engine = await openBigQuery(server.url);
    server.answers((request) => (isComposed(request.body) ? dryRunOf('secrets') : describeHits(request)));
    expect(reasonOf(await sandboxOf(engine).check(queryOf('SELECT path FROM hits')))).toContain('reads more than');
    await expect(
      sandboxOf(engine).run(statementOf('SELECT path FROM hits', [{ ...LEAST, value: 1n }])),
    ).rejects.toMatchObject({ code: 'invalid_sql' });
    expect(server.seen.every(({ body, call }) => body.dryRun === true || call === 'POST /jobs')).toBe(true);
    server.answers(describeHits);
    await engine.close();
  });

  it('is refused at its own place where the remote engine says why in several lines', async () => {
    const engine = await openBigQuery(server.url);
    // Wherever the caller's part begins in what is sent.
    const lineOf = (body: object) => JSON.stringify(body).split('(SELECT path FROM hits')[0]?.split('\\n').length ?? 0;
    const complaint = (body: object) =>
      `No matching signature for operator =\n  Argument types: STRING, INT64 at [${lineOf(body)}:9]`;
    server.answers((request) =>
      isComposed(request.body) ? failureReply(400, 'invalidQuery', complaint(request.body)) : describeHits(request),
    );
    const { problems } = await sandboxOf(engine).check(queryOf('SELECT path FROM hits'));
    expect(problems).toEqual([expect.objectContaining({ line: 1, column: 8 })]);
    server.answers(describeHits);
    await engine.close();
  });

  const isComposed = (body: object) => JSON.stringify(body).includes('(SELECT path FROM hits');
});
