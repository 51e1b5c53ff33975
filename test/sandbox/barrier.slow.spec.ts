import { BarrierAttack, type Leak, LARGE, SMALL, tries } from '../support/barrier/attack.js';

/** A part of all functions, so that this takes seconds; `npm run fuzz:barrier` takes all of them, again and again. */
const ONE_IN = 20;
/** And of what is tried with them. */
const ONE_TRY_IN = 12;

describe('what callers’ SQL tells of rows that its endpoint filters out', () => {
  const attack = new BarrierAttack();
  let oracles: readonly string[];

  beforeAll(async () => {
    oracles = await attack.oracles((index) => index % ONE_IN === 0);
  });
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
      if (count % ONE_TRY_IN > 0) continue;
      const leak = await attack.leakOf(each);
      if (leak) leaks.push(leak);
    }
    expect(leaks).toEqual([]);
  });

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
  });
});
