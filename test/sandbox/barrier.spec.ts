import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { BarrierAttack, LARGE, SMALL } from '../support/barrier/attack.js';
import { authored, PLACES, SUMS } from '../support/barrier/shapes.js';
import { BarrierWorld } from '../support/barrier/world.js';
import { dataFolder, schemaOf } from '../support/duckdb.js';

// A part, for each change: `barrier.slow.spec.ts` asks with one in twenty of all functions, and `npm run fuzz:barrier` with all.

describe('what callers’ SQL tells of rows that its endpoint filters out', () => {
  const attack = new BarrierAttack();

  afterAll(async () => attack.close());

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

  it('is nothing by the fields of records that stand for arrays, and would be something', async () => {
    const unguarded: unknown[] = [];
    for (const form of SMALL.filter(({ kind }) => kind === 'held')) {
      for (const shape of ['where', 'unnest', 'join', 'in', 'exists']) {
        const each = { form, shape, place: 'where', expression: 's LIKE ANY UNNEST(words)', isChained: false };
        expect(await attack.leakOf(each)).toBeUndefined();
        unguarded.push(await attack.leakOf(each, true));
      }
    }
    expect(unguarded.some((leak) => leak !== undefined)).toBe(true);
  });

  it('is nothing by the last digits of a sum, which would tell whether others have the same value', async () => {
    const unguarded: unknown[] = [];
    for (const form of SMALL.filter(({ kind }) => kind === 'duckdb')) {
      for (const place of Object.keys(SUMS)) {
        const each = { form, shape: 'where', place, expression: 'i', isChained: false };
        expect(await attack.leakOf(each)).toBeUndefined();
        unguarded.push(await attack.leakOf(each, true));
      }
    }
    expect(unguarded.some((leak) => leak !== undefined)).toBe(true);
  });

  it('is asked at places that all compile', async () => {
    const [form] = SMALL;
    if (!form) throw new TypeError('there is no form');
    const world = await attack.world({ ...form, others: false });
    for (const [place, sqlOf] of Object.entries({ ...PLACES, ...SUMS })) {
      const outcome = await world.run(authored('where'), sqlOf('i'));
      expect([place, outcome.slice(0, 2)]).toEqual([place, '[[']);
    }
  });

  it('is not what others’ rows hold that do not fit their columns', async () => {
    const schema = schemaOf('tenant STRING, s STRING, i INTEGER');
    const outcomes: string[] = [];
    for (const others of ['', 'other,secret-1,abc\n'.repeat(40)]) {
      const own = 'tenant,s,i\ndemo,mine,7\n';
      const folder = await dataFolder({ 'events.csv': own, 'events.schema.json': schema });
      const world = await BarrierWorld.open({ folder, path: folder });
      // A table that has such rows when it is looked at cannot be read at all; these come behind that.
      await writeFile(join(folder, 'events.csv'), `${own}${others}`);
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
