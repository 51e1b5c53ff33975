import { BarrierAttack, type Leak, LARGE, SMALL, tries } from '../support/barrier/attack.js';
import { BarrierWorld } from '../support/barrier/world.js';
import { dataFolder, schemaOf } from '../support/duckdb.js';

/** A part of all functions, so that this takes seconds; `npm run fuzz:barrier` takes all of them, again and again. */
const ONE_IN = 20;

describe('what callers’ SQL tells of rows that its endpoint filters out', () => {
  const attack = new BarrierAttack();
  let oracles: readonly string[];

  beforeAll(async () => {
    oracles = await attack.oracles((index) => index % ONE_IN === 0);
  }, 120_000);
  afterAll(async () => attack.close());

  it('is asked with expressions that fail on other rows', () => {
    expect(oracles).toEqual(
      expect.arrayContaining(['i + i', 'CAST(s AS INT64)', 'ARRAY(SELECT CAST(x AS INT64) FROM UNNEST(words) AS x)']),
    );
    expect(oracles.length).toBeGreaterThan(60);
  });

  it('is never asked with one of them without the barrier', async () => {
    const taken: string[] = [];
    for (const each of oracles) if (await attack.isLeakproof(each)) taken.push(each);
    expect(taken).toEqual([]);
  });

  it('is nothing, in whichever shape the filter is and wherever the expression stands', async () => {
    const leaks: Leak[] = [];
    let count = 0;
    for (const each of tries(1, oracles, SMALL)) {
      count += 1;
      if (count % 12 > 0) continue;
      const leak = await attack.leakOf(each);
      if (leak) leaks.push(leak);
    }
    expect(leaks).toEqual([]);
  }, 120_000);

  it('is nothing where DuckDB reorders conditions as they run', async () => {
    const leaks: Leak[] = [];
    for (const expression of [
      'ARRAY(SELECT CAST(x AS INT64) FROM UNNEST([s]) AS x)',
      's LIKE ANY UNNEST(words)',
      'CAST(s AS INT64)',
    ]) {
      for (const form of LARGE.slice(0, 2)) {
        const leak = await attack.leakOf({ form, shape: 'where', place: 'where', expression, isChained: false });
        if (leak) leaks.push(leak);
      }
    }
    expect(leaks).toEqual([]);
  }, 120_000);

  it('is nothing by what DuckDB knows of a column’s least and greatest values', async () => {
    const [form = SMALL[0]] = LARGE;
    if (!form) throw new TypeError('there is no form');
    // No row of the caller's own has such a number, and others' have; whether the first condition is asked must not tell.
    for (const shape of ['where', 'unnest', 'join']) {
      for (const most of ['1000', '9000000000000000000']) {
        const expression = `1 / (i - i) > 0 OR i > ${most}`;
        expect(
          await attack.leakOf({ form, shape, place: 'where, first', expression, isChained: false }),
        ).toBeUndefined();
      }
    }
  });

  it('would be something without them', async () => {
    const found = new Set<string>();
    const [form] = SMALL;
    if (!form) throw new TypeError('there is no form');
    for (const shape of ['where', 'unnest', 'join', 'in', 'exists', 'expression']) {
      for (const expression of ["SUBSTR('abc', i)", "INSTR('%Y-%m-%d', s, i)", 's LIKE ANY UNNEST(words)']) {
        const each = { form, shape, place: 'where', expression, isChained: false };
        if (await attack.leakOf(each, true)) found.add(`${shape}: ${expression}`);
      }
    }
    expect([...found]).toContain("where: SUBSTR('abc', i)");
    expect(found.size).toBeGreaterThan(2);
  });

  it('is not what others’ rows hold that do not fit their columns', async () => {
    const schema = schemaOf('tenant STRING, s STRING, i INTEGER');
    const outcomes: string[] = [];
    for (const others of ['', 'other,secret-1,abc\n'.repeat(40)]) {
      const folder = await dataFolder({
        'events.csv': `tenant,s,i\ndemo,mine,7\n${others}`,
        'events.schema.json': schema,
      });
      const world = await BarrierWorld.open({ folder, path: folder });
      const ask = async (sql: string) =>
        world.run('WITH q AS (SELECT s, i FROM events WHERE tenant = @tenant) SELECT 1 AS n FROM q', sql);
      outcomes.push(
        await ask("SELECT COUNT(*) AS n FROM q WHERE s LIKE 's%' AND i > 5"),
        await ask('SELECT COUNT(*) AS n FROM q WHERE i > 5'),
      );
      await world.close();
    }
    expect(outcomes).toEqual(['[["0"]]', '[["1"]]', '[["0"]]', '[["1"]]']);
  });
});
