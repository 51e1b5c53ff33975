import { type Endpoint } from '../../endpoint-files/endpoint.js';
import { type ParameterBinding } from '../../parameters/parameter.js';
import { boundQuery } from '../bound-query.js';
import { windowRemarks } from './window-remarks.js';

const NOW = Date.parse('2026-11-25T12:00:00Z');
const DAY = 'TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY)';
const AUTHORED = `
  WITH hits AS (
    SELECT t.timestamp, t.path, m.timestamp AS other, t.timestamp AS seen FROM logs AS t CROSS JOIN UNNEST(t.metadata) AS m
    WHERE t.project = @project AND t.timestamp > ${DAY} AND t.timestamp <= CURRENT_TIMESTAMP),
  late AS (SELECT * FROM hits WHERE timestamp > COALESCE(@since, TIMESTAMP '2026-11-24 18:00:00+00')),
  counts AS (SELECT path, COUNT(*) AS n FROM hits GROUP BY path),
  open AS (SELECT timestamp FROM logs WHERE timestamp > ${DAY} OR path = 'x')
  SELECT path FROM hits`;

function remarks(sql: string, values: Readonly<Record<string, bigint | string | null>> = {}): readonly string[] {
  const bindings = Object.entries({ since: null, ...values }).map(
    ([name, value]) =>
      ({ declaration: { name, type: name === 'n' ? 'integer' : 'timestamp' }, value }) as unknown as ParameterBinding,
  );
  return windowRemarks(boundQuery({ sql: AUTHORED } as Endpoint, bindings, sql), NOW);
}

const EARLIER = 'hits begins at 2026-11-24T12:00:00Z: the SQL asks for an earlier timestamp, of which there is nothing';

describe('windowRemarks', () => {
  it.each([
    'SELECT path FROM hits WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 7 DAY)',
    'SELECT path FROM hits AS h WHERE h.timestamp >= (CURRENT_TIMESTAMP() - INTERVAL 25 HOUR) AND path = "/a"',
    "SELECT path FROM hits WHERE '2026-11-20' < timestamp",
    "SELECT path FROM hits WHERE timestamp BETWEEN TIMESTAMP('2026-11-20') AND CURRENT_TIMESTAMP()",
    "SELECT path FROM hits WHERE timestamp < CAST('2026-11-20' AS TIMESTAMP)",
    'SELECT path FROM hits WHERE timestamp > @since',
    "SELECT n FROM (SELECT COUNT(*) AS n FROM hits WHERE timestamp > '2026-11-20' GROUP BY path)",
    "WITH mine AS (SELECT * FROM hits WHERE timestamp > '2026-11-20') SELECT path FROM mine",
  ])('tells of times before those that there are: %s', (sql) => {
    expect(remarks(sql, { since: BigInt(Date.parse('2026-11-01')) * 1000n })).toEqual([EARLIER]);
  });

  it('tells of times behind those, of other names, and of what queries hand on to each other', () => {
    expect(remarks("SELECT path FROM hits WHERE timestamp < '2027-01-01'")).toEqual([
      'hits ends at 2026-11-25T12:00:00Z: the SQL asks for a later timestamp, of which there is nothing',
    ]);
    expect(remarks("SELECT path FROM hits WHERE seen > '2026-11-20'")[0]).toContain('an earlier seen,');
    const noon = "SELECT path FROM late WHERE timestamp > '2026-11-24T13:00:00Z'";
    expect(remarks(noon)[0]).toContain('late begins at 2026-11-24T18:00:00Z');
    expect(remarks(noon, { since: BigInt(Date.parse('2026-11-24T12:30:00Z')) * 1000n })).toEqual([]);
  });

  it.each([
    'SELECT path FROM hits WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 HOUR)',
    'SELECT path FROM hits WHERE timestamp > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 1 DAY) AND timestamp <= CURRENT_TIMESTAMP()',
    "SELECT path FROM hits WHERE timestamp > '2026-11-20' OR path = 'x'",
    "SELECT path FROM hits WHERE NOT timestamp > '2026-11-20'",
    "SELECT path FROM hits WHERE other > '2026-11-20'",
    "SELECT path FROM counts WHERE n > 1 AND path > '2026-11-20'",
    "SELECT timestamp FROM open WHERE timestamp > '2026-11-20'",
    "SELECT path FROM hits, UNNEST([STRUCT(TIMESTAMP '2026-01-01' AS timestamp)]) AS m WHERE m.timestamp > '2026-11-20'",
    "WITH hits AS (SELECT CURRENT_TIMESTAMP() AS timestamp) SELECT 1 FROM hits WHERE timestamp > '2026-11-20'",
    'SELECT path FROM hits WHERE timestamp > TIMESTAMP_TRUNC(CURRENT_TIMESTAMP(), MONTH)',
    `SELECT path FROM hits WHERE timestamp > '2026-11-20' AND path IN (${"'x', ".repeat(1000)}'x')`,
    'SELECT path FROM hits WHERE timestamp > @n',
    'SELECT FROM WHERE',
  ])('is silent where it is not certain: %s', (sql) => {
    expect(remarks(sql, { n: 5n })).toEqual([]);
  });
});
