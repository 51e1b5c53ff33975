import { SCALAR_KINDS, type ScalarKind } from '../../src/googlesql/types/types.js';
import { endpointFile } from '../support/endpoint-file.js';
import { startService, type TestService } from '../support/service.js';

/** Values of each type at its edges, as SQL. */
const VALUES: Readonly<Record<ScalarKind, readonly string[]>> = {
  STRING: [`''`, `'é "q"\\n'`, `'🦆'`],
  BYTES: [`b''`, `b'\\xff\\x00a'`, `b'ab'`, `b'abc'`],
  INT64: ['0', '9007199254740991', '9007199254740992', '-9223372036854775808', '9223372036854775807'],
  FLOAT64: ['1.5', '1e300', '5e-324', 'IEEE_DIVIDE(0, 0)', 'IEEE_DIVIDE(1, 0)', 'IEEE_DIVIDE(-1, 0)'],
  NUMERIC: [
    `NUMERIC '0'`,
    `NUMERIC '-0.5'`,
    `NUMERIC '9007199254740993'`,
    `NUMERIC '12.50'`,
    `NUMERIC '99999999999999999999999999999.999999999'`,
    `NUMERIC '-99999999999999999999999999999'`,
  ],
  BOOL: ['TRUE', 'FALSE'],
  DATE: [`DATE '0001-01-01'`, `DATE '9999-12-31'`, `DATE '2024-02-29'`],
  TIME: [`TIME '00:00:00'`, `TIME '23:59:59.999999'`, `TIME '10:00:00.5'`],
  DATETIME: [`DATETIME '0001-01-01 00:00:00'`, `DATETIME '9999-12-31 23:59:59.999999'`],
  TIMESTAMP: [`TIMESTAMP '0001-01-01 00:00:00'`, `TIMESTAMP '9999-12-31 23:59:59.999999'`, `TIMESTAMP '1970-01-01'`],
  JSON: [`JSON '1'`, `JSON 'null'`, `JSON '{"a": [1, null]}'`],
};

const ENDPOINTS = Object.fromEntries(
  SCALAR_KINDS.map((kind) => {
    const rows = [...VALUES[kind], `CAST(NULL AS ${kind})`].map(
      (value) =>
        `SELECT ${value} AS x, ${value.startsWith('CAST(NULL') ? `CAST([] AS ARRAY<${kind}>)` : `[${value}]`} AS xs`,
    );
    const query = `SELECT x, xs, STRUCT(x AS a, xs AS b, STRUCT(x) AS c) AS s, [STRUCT(x AS \`a b\`)] AS ss, CAST(NULL AS ARRAY<STRUCT<a ${kind}>>) AS none,
      CAST(NULL AS STRUCT<a ${kind}>) AS nothing FROM (${rows.join(' UNION ALL ')})`;
    return [`${kind}.yaml`, endpointFile({ name: kind, query })];
  }),
);

describe.each(['iso8601', 'unix-micros'])('every type, with QUERN_TIMESTAMPS=%s', (timestamps) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startService({ endpoints: ENDPOINTS, env: { QUERN_TIMESTAMPS: timestamps } });
  });

  afterAll(() => service.close());

  // The service of the tests holds each answer to its contract.
  it.each(SCALAR_KINDS)('%s is as the contract says, nested too', async (kind) => {
    expect(await service.rows(kind)).toHaveLength(VALUES[kind].length + 1);
  });
});
