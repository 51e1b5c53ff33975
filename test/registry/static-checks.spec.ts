import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { type Engine } from '../../src/engines/engine.js';
import { checkEndpoint } from '../../src/registry/check-endpoint.js';
import { type Problem } from '../../src/diagnostics/problem.js';
import { PROBLEM_CODES } from '../../src/diagnostics/problem-codes.js';
import { readEndpoint } from '../../src/endpoint-files/format/read-endpoint.js';
import { startBigQueryServer, failureReply, openBigQuery, rowsReply } from '../support/engines/bigquery-server.js';
import { dataFolder, duckDbOptions, schemaOf } from '../support/duckdb.js';

const HEAD = '\nid: 0b6e0d5c-2f0b-4c3a-9a51-6f1d2e3c4b5a\nname: a\n';

describe('static checks', () => {
  let folder: string;
  let duckdb: DuckDbEngine;

  beforeAll(async () => {
    const schema = schemaOf('id INTEGER, placed_at TIMESTAMP, country STRING, zone STRING, paid BOOLEAN');
    folder = await dataFolder({
      'orders.schema.json': schema,
      'orders.ndjson': '',
      'visits.ndjson': '{"id": 1, "order": "a", "odd name": true}\n',
      'shop/visits.csv': 'id\n1\n',
    });
    duckdb = new DuckDbEngine(duckDbOptions(folder));
    await duckdb.open('check');
  });

  afterAll(async () => {
    await duckdb.close();
    await rm(folder, { recursive: true });
  });

  const problemsOf = async (text: string, engine: Engine = duckdb): Promise<readonly Problem[]> => {
    const { endpoint, problems } = readEndpoint('a.yaml', Buffer.from(text));
    return endpoint ? [...problems, ...(await checkEndpoint(endpoint, engine)).problems] : problems;
  };

  /** The problems of a file that has `text` and the lines of every file. */
  const said = async (text: string, engine?: Engine): Promise<string[]> => {
    const problems = await problemsOf(text + HEAD, engine);
    return [...problems]
      .sort((one, other) => one.line - other.line || one.column - other.column)
      .map(({ line, column, severity, code, message }) => `${line}:${column}  ${severity} ${code}  ${message}`);
  };

  it('find nothing in the endpoints that ship with Quern', async () => {
    const files = (await readdir('endpoints')).filter((file) => /^[^.]+\.[^.]+\.yaml$/.test(file));
    expect(files.length).toBeGreaterThan(2);
    for (const file of files) {
      expect(await problemsOf(await readFile(join('endpoints', file), 'utf8'))).toEqual([]);
    }
  });

  it('say what their page says', async () => {
    const page = await readFile('docs/reference/static-checks.md', 'utf8');
    const examples = [...page.matchAll(/```yaml\n([^]*?)```\n\n```text\n([^]*?)\n```/g)];
    for (const [, file = '', expected] of examples) expect((await said(file)).join('\n')).toBe(expected);
    const about = Object.keys(PROBLEM_CODES).filter((code) => page.includes(`\`${code}\``));
    for (const code of about) expect(examples.some(([, , text = '']) => text.includes(code))).toBe(true);
    expect(about).toHaveLength(9);
  });

  it('take volatile functions where nothing is cached', async () => {
    expect(await said('query: SELECT RAND() AS x')).toEqual([]);
  });

  it('take * at the top where the columns are promised', async () => {
    const columns = 'columns: [{ name: id, type: INT64 }]';
    const query = 'query: SELECT * FROM (SELECT id FROM orders)';
    expect(await said(query)).toEqual([expect.stringContaining('select_star')]);
    expect(await said(`${columns}\n${query}`)).toEqual([]);
    expect(await said(`columns: [{ name: n, type: INT64 }]\nquery: SELECT COUNT(*) AS n FROM visits`)).toEqual([]);
  });

  const CLOSED = ', so that the file says what it answers with; or promise the columns under "columns"';
  const OPEN =
    'returns whatever orders has by then, whether callers have been told of it or not; or promise the columns under "columns"';
  it.each([
    ['WITH a AS (SELECT 1 AS x) SELECT * FROM a', `write x instead of *${CLOSED}`],
    [
      'SELECT o.paid AS is_paid, t.*, 1 AS n FROM (SELECT id, zone FROM orders) t JOIN orders AS o USING (id)',
      `write t.id, t.zone instead of *${CLOSED}`,
    ],
    [
      'SELECT * FROM (SELECT id, zone FROM orders) PIVOT(COUNT(id) FOR zone IN ("a", "b c" AS cc))',
      `write a, cc instead of *${CLOSED}`,
    ],
    ['SELECT * EXCEPT (id, paid) FROM orders', `write placed_at, country, zone instead of *, which ${OPEN}`],
    [
      'SELECT * REPLACE (1 AS id) FROM (SELECT id, zone FROM orders)',
      `name the columns instead of *, so that the answer has id, zone${CLOSED}`,
    ],
    ['FROM orders |> DROP placed_at, paid', `end the query with |> SELECT id, country, zone, without which it ${OPEN}`],
    ['SELECT v.id, t.* FROM visits AS v, (SELECT id AS n FROM visits) AS t', `write t.n instead of *${CLOSED}`],
  ])('take * with a warning in %s', async (query, message) => {
    expect(await said(`query: '${query}'`)).toEqual([expect.stringContaining(`  warning select_star  ${message}`)]);
  });

  it('name the columns of each *', async () => {
    const found = await said('query: SELECT * FROM orders UNION ALL SELECT * FROM orders');
    expect(found).toEqual([
      expect.stringContaining('1:15  warning select_star  write id, placed_at, country, zone, paid instead of *'),
      expect.stringContaining('so that the answer has id, placed_at, country, zone, paid, which returns'),
    ]);
  });

  it.each([
    ['SELECT * FROM visits', 'write id, `order`, `odd name` instead of *, since visits has no schema'],
    ['FROM shop.visits', 'end the query with |> SELECT id, since shop.visits has no schema'],
    ['WITH v AS (SELECT * FROM visits) SELECT v.* FROM v, orders', 'write v.id, v.`order`, v.`odd name` instead of *'],
  ])('refuse * over columns that are guessed, in %s', async (query, message) => {
    const [first, ...others] = await said(`query: ${query}`);
    expect(first).toContain(`  error select_star  ${message}`);
    expect(first).toContain('or write it a .schema.json file; or promise the columns under "columns"');
    expect(others).toEqual([]);
  });

  it('leave * to the next look where the engine refuses the query', async () => {
    expect(await said('query: SELECT * FROM nothing')).toEqual([expect.stringContaining('error query_refused')]);
  });

  it('leave what is nested too deeply to the engine', async () => {
    const text = `query: SELECT id FROM orders WHERE ${'id = 1 AND '.repeat(20_000)}id = 2`;
    expect(await said(text)).toEqual([expect.stringContaining('query_refused  the query is nested too deeply')]);
  });

  it.each([
    ['{ type: string }', 'WHERE @value', 'expected BOOL, found STRING; @value is declared as string (STRING):'],
    ['{ type: date }', 'WHERE STARTS_WITH(country, @value)', '@value is declared as date (DATE):'],
    ['{ type: boolean }', 'LIMIT @value', 'declared as boolean (BOOL)'],
    ['{ type: string }', 'WHERE id BETWEEN 1 AND (@value)', 'declared as string (STRING)'],
    ['{ type: array, items: string }', 'WHERE id IN UNNEST(@value)', 'declared as array of string (ARRAY<STRING>)'],
    ['{ type: string }', 'WHERE id + @value > 1', 'declared as string (STRING)'],
  ])('tell how a parameter %s is declared that does not go with %s', async (type, clause, message) => {
    const text = `parameters: { value: ${type} }\nquery: SELECT id FROM orders ${clause}`;
    const [first, second] = await said(text);
    expect(first).toContain(message);
    expect(first).toContain('declare a type that fits under "parameters", or convert the value with CAST');
    expect(second).toBeUndefined();
  });

  it('do not blame a parameter for what is no matter of its type', async () => {
    const text = 'parameters: { value: { type: string } }\nquery: SELECT FARM_FINGERPRINT(@value) AS x';
    expect(await said(text)).toEqual([
      expect.stringMatching(/function FARM_FINGERPRINT is not supported by the embedded engine$/),
    ]);
  });

  describe('with BigQuery', () => {
    it('hold without its being asked, and tell how a parameter is declared', async () => {
      const server = await startBigQueryServer();
      const bigquery = await openBigQuery(server.url);
      try {
        server.answers(rowsReply('id INTEGER', []));
        expect(await said('query: SELECT * FROM edge_logs', bigquery)).toEqual([
          expect.stringMatching(/^1:15 {2}warning select_star {2}write id instead of \*, which returns/),
          expect.stringMatching(/^1:22 {2}warning unbounded_scan/),
        ]);
        expect(await said('query: FROM orders |> SELECT id |> EXTEND 1 AS 2 three', bigquery)).toEqual([]);
        const complaint =
          'No matching signature for operator =\n  Argument types: STRING, INT64\n  Signature: T1 = T1 at [1:29]';
        server.answers(failureReply(400, 'invalidQuery', complaint));
        const text = 'parameters: { c: { type: integer } }\nquery: SELECT id FROM orders WHERE country = @c';
        expect(await said(text, bigquery)).toEqual([
          expect.stringContaining('INT64; Signature: T1 = T1; @c is declared as integer (INT64):'),
        ]);
      } finally {
        await bigquery.close();
        await server.close();
      }
    });
  });
});
