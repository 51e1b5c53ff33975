import { endpointFile } from '../support/endpoint-file.js';
import { pagesFrom } from '../support/pages/paged-log.js';
import { startService } from '../support/service.js';

const TYPES = { b: 'BOOL', d: 'DATE', n: 'INT64', t: 'TIMESTAMP', s: 'STRING' };
const PARAMETERS = {
  b: { type: 'boolean' },
  d: { type: 'date' },
  n: { type: 'integer' },
  t: { type: 'timestamp' },
  s: { type: 'string' },
};
/** Values that lie at the ends of their types, and next to each other. */
const VALUES = {
  b: ['TRUE', 'FALSE'],
  d: ["DATE '0001-01-01'", "DATE '2026-11-20'", "DATE '9999-12-31'"],
  n: ['-9223372036854775808', '-1', '9007199254740993', '9223372036854775807'],
  t: [
    "TIMESTAMP '0001-01-01 00:00:00'",
    "TIMESTAMP '1969-12-31 23:59:59.999999'",
    "TIMESTAMP '2026-11-20 10:00:00.000001'",
    "TIMESTAMP '9999-12-31 23:59:59.999999'",
  ],
  s: ["''", "'null'", "'5'", "'a\"\\\\b'", "'\\uFFFD'", "'😀'", "' '"],
};

/** Every fifth of all there are, so that each page ends somewhere else in the order. */
const ROWS = VALUES.b
  .flatMap((b) =>
    VALUES.d.flatMap((d) => VALUES.n.flatMap((n) => VALUES.t.flatMap((t) => VALUES.s.map((s) => [b, d, n, t, s])))),
  )
  .filter((_, index) => index % 5 === 0)
  .map(([b, d, n, t, s], index) =>
    index === 0 ? `(${b} AS b, ${d} AS d, ${n} AS n, ${t} AS t, ${s} AS s)` : `(${[b, d, n, t, s].join(', ')})`,
  )
  .map((row) => `STRUCT${row}`)
  .join(',\n');
const FROM = `FROM UNNEST([${ROWS}])`;
const ORDER = 'ORDER BY b DESC, d, n DESC, t, s DESC';
const BEHIND = `@b IS NULL OR b < @b OR b = @b AND (d > @d OR d = @d AND (n < @n OR n = @n AND (t > @t OR t = @t AND s < @s)))`;

const ENDPOINTS = {
  'paged.yaml': endpointFile({
    name: 'paged',
    parameters: PARAMETERS,
    columns: Object.entries(TYPES).map(([name, type]) => ({ name, type, nullable: false })),
    page: { size: 7, next: { b: 'b', d: 'd', n: 'n', t: 't', s: 's' } },
    query: `SELECT b, d, n, t, s ${FROM} WHERE ${BEHIND} ${ORDER}`,
  }),
  'whole.yaml': endpointFile({ name: 'whole', query: `SELECT b, d, n, t, s ${FROM} ${ORDER}` }),
};

describe('pages that go on by values of every type, up and down', () => {
  it.each<Record<string, string>>([
    {},
    { QUERN_TIMESTAMPS: 'unix-micros', QUERN_NUMBERS: 'string' },
    { QUERN_NUMBERS: 'number' },
  ])('have each row once, with %j', async (env) => {
    const service = await startService({ endpoints: ENDPOINTS, env });
    const texts: string[] = [];
    for await (const { rows } of pagesFrom(service, '/api/endpoints/query/paged')) {
      texts.push(...rows.map((row) => JSON.stringify(row)));
    }
    const whole = await service.rows('whole');
    await service.close();
    expect(texts).toEqual(whole.map((row) => JSON.stringify(row)));
    expect(new Set(whole.map((row) => JSON.stringify(row))).size).toBeGreaterThan(100);
  });
});
