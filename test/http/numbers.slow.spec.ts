import { SchedulerRegistry } from '@nestjs/schedule';
import { Warming } from '../../src/warming/warming.service.js';
import { endpointFile } from '../support/endpoint-file.js';
import { eventually } from '../support/eventually.js';
import { listed } from '../support/listing.js';
import { startService, type TestService } from '../support/service.js';
import { TestClock } from '../support/test-clock.js';

const VALUES = `SELECT NUMERIC '238680.98' AS a, NUMERIC '238750' AS b, 9007199254740993 AS c,
  [STRUCT(1 AS n, NUMERIC '0.5' AS d)] AS e, [7] AS f, 1.5 AS g, IEEE_DIVIDE(0, 0) AS h`;

const COLUMNS = [
  { name: 'a', type: 'NUMERIC', json: 'number' },
  { name: 'b', type: 'NUMERIC', json: 'string' },
  { name: 'c', type: 'INT64', json: 'exact' },
  { name: 'e', type: 'ARRAY<STRUCT<n INT64, d NUMERIC>>', json: 'number' },
  { name: 'f', type: 'ARRAY<INT64>', json: 'string' },
  { name: 'g', type: 'FLOAT64' },
  { name: 'h', type: 'FLOAT64' },
];

const ENDPOINTS = {
  'silent.yaml': endpointFile({ name: 'silent', query: VALUES }),
  'ruled.yaml': endpointFile({
    name: 'ruled',
    columns: COLUMNS,
    caching: 900,
    cache_warming: 300,
    warm: [{}],
    query: VALUES,
  }),
  'open.yaml': endpointFile({
    name: 'open',
    sandboxing: 'enabled',
    columns: [{ name: 'n', type: 'INT64', json: 'number' }],
    query: 'WITH big AS (SELECT 9007199254740993 AS n) SELECT n FROM big',
  }),
};

const RULED = '{"a":238680.98,"b":"238750","c":"9007199254740993","e":[{"n":1,"d":0.5}],"f":["7"],"g":1.5,"h":"NaN"}';

describe.each([
  {
    numbers: 'exact',
    silent: '{"a":"238680.98","b":238750,"c":"9007199254740993","e":[{"n":1,"d":"0.5"}],"f":[7],"g":1.5,"h":"NaN"}',
    own: '{"n":"9007199254740993","m":1,"l":[1,"9007199254740993"],"d":"0.5"}',
  },
  {
    numbers: 'string',
    silent:
      '{"a":"238680.98","b":"238750","c":"9007199254740993","e":[{"n":"1","d":"0.5"}],"f":["7"],"g":1.5,"h":"NaN"}',
    own: '{"n":"9007199254740993","m":"1","l":["1","9007199254740993"],"d":"0.5"}',
  },
  {
    numbers: 'number',
    silent: '{"a":238680.98,"b":238750,"c":9007199254740993,"e":[{"n":1,"d":0.5}],"f":[7],"g":1.5,"h":"NaN"}',
    own: '{"n":9007199254740993,"m":1,"l":[1,9007199254740993],"d":0.5}',
  },
])('with QUERN_NUMBERS=$numbers', ({ numbers, silent, own }) => {
  let service: TestService;
  const clock = new TestClock(new Date('2026-11-20T10:00:00.000Z'));

  beforeAll(async () => {
    service = await startService({ clock, endpoints: ENDPOINTS, env: { QUERN_NUMBERS: numbers } });
    service.app.get(SchedulerRegistry).deleteInterval('warming');
  });
  afterAll(async () => service.close());

  const body = async (path: string) => (await service.get(`/api/endpoints/query/${path}`)).text();

  it('numbers are written so, of columns that say nothing', async () => {
    expect(await body('silent')).toBe(`{"result":[${silent}]}`);
  });

  it('a column’s own rule holds, in the first answer, from the cache and when it is made anew', async () => {
    expect(await body('ruled')).toBe(`{"result":[${RULED}]}`);
    expect(await body('ruled')).toBe(`{"result":[${RULED}]}`);
    const { refreshes } = (await listed(service, 'ruled')).runs;
    clock.later(300);
    service.app.get(Warming).tick();
    await eventually(async () => (await listed(service, 'ruled')).runs.refreshes === refreshes + 1);
    expect(await body('ruled')).toBe(`{"result":[${RULED}]}`);
  });

  it('callers’ own SQL is written so, whatever the author says of the endpoint’s columns', async () => {
    const sql = "SELECT n, 1 AS m, [1, n] AS l, NUMERIC '0.5' AS d FROM big";
    expect(await body(`open?sql=${encodeURIComponent(sql)}`)).toBe(`{"result":[${own}]}`);
    expect(await body('open')).toBe('{"result":[{"n":9007199254740993}]}');
  });

  it('the listing says which it is', async () => {
    const formats = async (name: string) => {
      const answer = await service.get(`/api/endpoints/${name}`);
      const { result } = (await answer.json()) as { result: { columns: { json: string | null }[] } };
      return result.columns.map(({ json }) => json);
    };
    expect(await formats('silent')).toEqual([numbers, numbers, numbers, numbers, numbers, null, null]);
    expect(await formats('ruled')).toEqual(['number', 'string', 'exact', 'number', 'string', null, null]);
  });
});
