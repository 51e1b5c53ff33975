import { CONVERTED, makeOddData, oddQueries, STORED } from '../support/barrier/odd-columns.js';
import { authored } from '../support/barrier/shapes.js';
import { BarrierWorld } from '../support/barrier/world.js';
import { part } from '../support/part.js';

const SHAPES = ['where', 'order and limit', 'condition of a join', 'exists'].map(authored);

describe.each([
  ['duckdb', 'stored', STORED],
  ['duckdb', 'converted', CONVERTED],
  ['parquet', 'stored', STORED],
  ['parquet', 'converted', CONVERTED],
] as const)('odd columns in a %s file, of types that are %s', (kind, _, columns) => {
  let alone: BarrierWorld;
  let amongOthers: BarrierWorld;

  beforeAll(async () => {
    alone = await BarrierWorld.open(await makeOddData(kind, columns, false));
    amongOthers = await BarrierWorld.open(await makeOddData(kind, columns, true));
  });
  afterAll(async () => {
    await alone.close();
    await amongOthers.close();
  });

  it('tell callers’ SQL nothing of rows that its endpoint filters out', async () => {
    const leaks: object[] = [];
    const answered = new Set<string>();
    // A step that is prime comes by each column, condition and frame.
    const tries = SHAPES.flatMap((query) => oddQueries(columns).map((sql) => ({ query, sql })));
    for (const { query, sql } of tries.filter((_, index) => index % part(11, 29) === 0)) {
      const [one, other] = [await alone.run(query, sql), await amongOthers.run(query, sql)];
      if (one !== other) leaks.push({ query, sql, one, other });
      if (!one.startsWith('[')) continue;
      for (const column of Object.keys(columns)) if (sql.includes(column)) answered.add(column);
    }
    expect(leaks).toEqual([]);
    expect([...answered].sort()).toEqual(Object.keys(columns).sort());
  });
});
