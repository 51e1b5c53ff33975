import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from '../../src/googlesql/grammar/parse.js';
import { isLeakproof } from '../../src/googlesql/checks/leakproof.js';
import { compileSandbox } from '../../src/engines/duckdb/compiler/sandbox/sandbox.js';
import { type Table } from '../../src/engines/duckdb/compiler/names/tables.js';
import { functionsThat } from '../../src/googlesql/functions/catalogue.js';
import { STRING, TIMESTAMP } from '../../src/googlesql/types/types.js';
import { BarrierAttack, hasFailed, PLAIN, type PlainLeak } from '../support/barrier/attack.js';
import { CONDITIONS, FAILING, plain, PLAIN_COLUMNS, plainTries } from '../support/barrier/plain.js';
import { BarrierWorld } from '../support/barrier/world.js';

const UNFILTERED = `WITH q AS (SELECT ${PLAIN_COLUMNS.join(', ')} FROM events) SELECT COUNT(*) AS n FROM q`;
/** A part of them, so that this takes seconds; `npm run fuzz:barrier` asks others, again and again. */
const QUERIES = 200;
const counted = (condition: string) => `SELECT COUNT(*) AS n FROM q WHERE ${condition}`;

describe('what callers’ SQL of which nothing can fail tells of rows that its endpoint filters out', () => {
  const attack = new BarrierAttack();
  afterAll(async () => attack.close());

  it('is nothing, whichever of these queries they ask and in whichever shape the filter is', async () => {
    const leaks: PlainLeak[] = [];
    const refused: string[] = [];
    let [count, withoutBarrier] = [0, 0];
    for (const each of plainTries(1, PLAIN)) {
      if (count === QUERIES) break;
      const world = await attack.world(each.form);
      count += 1;
      if (world.isLeakproof(plain(each.shape), each.sql)) withoutBarrier += 1;
      if (world.compile(plain(each.shape), each.sql) === undefined) refused.push(each.sql);
      const leak = await attack.plainLeakOf(each);
      if (leak) leaks.push(leak);
    }
    expect(leaks).toEqual([]);
    expect(refused).toEqual([]);
    expect(withoutBarrier).toBeGreaterThan(count / 3);
  });

  it.each(PLAIN.filter(({ first, ownless }) => first === 'own' && !ownless))(
    'is asked with conditions that fail on nobody’s row: %j',
    async (form) => {
      const world = await attack.world(form);
      for (const condition of CONDITIONS) {
        const outcome = await world.run(UNFILTERED, counted(condition));
        const proof = world.isLeakproof(UNFILTERED, counted(condition));
        expect([condition, proof, hasFailed(outcome)]).toEqual([condition, true, false]);
      }
      for (const condition of FAILING) {
        expect([condition, world.isLeakproof(UNFILTERED, counted(condition))]).toEqual([condition, false]);
      }
    },
  );

  it('is nothing where a condition that fails stands behind one that holds for others alone', async () => {
    const leaks: PlainLeak[] = [];
    for (const form of PLAIN.filter(({ first, ownless }) => first === 'own' && !ownless)) {
      for (const shape of ['in', 'unnest', 'join']) {
        for (const each of FAILING) {
          const leak = await attack.plainLeakOf({ form, shape, sql: counted(`s = 'zz' AND ${each}`) });
          if (leak) leaks.push(leak);
        }
      }
    }
    expect(leaks).toEqual([]);
  });

  it('is asked with no other functions of the catalogue than these', () => {
    const queries = [{ name: 'q', columns: [{ name: 's', type: 'STRING' }] }];
    const args = ['s', 'ts', "'a'", 'DAY', 'INTERVAL 1 DAY', 'CURRENT_TIMESTAMP()', '*'];
    const calls = ['', ...args, ...args.flatMap((first) => args.map((second) => `${first}, ${second}`))];
    const taken = (name: string) =>
      calls.some((each) => {
        try {
          return isLeakproof(parse(`SELECT ${name}(${each}) AS x FROM q`), queries);
        } catch {
          return false;
        }
      });
    const names = [...functionsThat(() => true)].filter(taken).sort();
    expect(names).toEqual([
      ...['COUNT', 'COUNTIF', 'CURRENT_TIMESTAMP', 'ENDS_WITH', 'MAX', 'MIN', 'REGEXP_CONTAINS', 'STARTS_WITH'],
      ...['TIMESTAMP_SUB', 'TIMESTAMP_TRUNC'],
    ]);
    const known = functionsThat(({ leakproof }) => leakproof === 'always' || leakproof === 'in a form');
    expect(names).toEqual([...known].sort());
  });

  it('is nothing where the endpoint itself works out what can fail', async () => {
    const leaks: unknown[] = [];
    for (const column of [
      'i + i',
      "SUBSTR('abc', i)",
      'GENERATE_ARRAY(1, i)[SAFE_OFFSET(0)]',
      'UNIX_SECONDS(ts) * i',
    ]) {
      for (const from of ['JOIN owners AS o ON o.id = e.id', 'CROSS JOIN UNNEST(e.owner) AS o']) {
        const query = `WITH q AS (SELECT e.s, ${column} AS c FROM events AS e ${from} WHERE o.tenant = @tenant) SELECT 1 AS n FROM q`;
        const sql = "SELECT COUNT(*) AS n FROM q WHERE s = 'zz' AND c IS NOT NULL";
        const [form] = PLAIN.filter(({ kind }) => kind === 'duckdb');
        if (!form) throw new TypeError('there is no form');
        const alone = await (await attack.world({ ...form, others: false })).run(query, sql);
        const amongOthers = await (await attack.world(form)).run(query, sql);
        if (alone !== amongOthers || hasFailed(alone)) leaks.push({ column, from, alone, amongOthers });
      }
    }
    expect(leaks).toEqual([]);
  });

  it('is nothing where a view of the operator’s does', async () => {
    const outcomes: string[] = [];
    for (const others of ['', " UNION ALL SELECT 'other', 'secret' FROM range(50)"]) {
      const folder = await mkdtemp(join(tmpdir(), 'quern-barrier-'));
      const path = join(folder, 'data.duckdb');
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      await connection.run(`CREATE TABLE source_rows AS SELECT 'demo' AS tenant, '12' AS s FROM range(50)${others}`);
      await connection.run('CREATE VIEW events AS SELECT *, CAST(s AS BIGINT) AS i FROM source_rows');
      connection.closeSync();
      instance.closeSync();
      const world = await BarrierWorld.open({ folder, path });
      const query =
        'WITH q AS (SELECT s, i FROM events WHERE tenant IN (SELECT tenant FROM source_rows WHERE tenant = @tenant)) SELECT 1 AS n FROM q';
      for (const condition of ['i > 5', "s = 'secret' AND i > 5"]) {
        expect(world.isLeakproof(query, counted(condition))).toBe(false);
        outcomes.push(await world.run(query, counted(condition)));
      }
      await world.close();
    }
    expect(outcomes).toEqual(['[["50"]]', '[["0"]]', '[["50"]]', '[["0"]]']);
  });

  it('is nothing where a column is generated as it is read', async () => {
    const outcomes: string[] = [];
    for (const others of [false, true]) {
      const folder = await mkdtemp(join(tmpdir(), 'quern-barrier-'));
      const path = join(folder, 'data.duckdb');
      const instance = await DuckDBInstance.create(path);
      const connection = await instance.connect();
      await connection.run(
        'CREATE TABLE events (tenant VARCHAR, s VARCHAR, i BIGINT GENERATED ALWAYS AS (CAST(s AS BIGINT)) VIRTUAL)',
      );
      await connection.run("INSERT INTO events SELECT 'demo', '12' FROM range(50)");
      if (others) {
        await connection.run("INSERT INTO events SELECT 'other', '1' FROM range(50)");
        await connection.run("UPDATE events SET s = 'secret' WHERE tenant = 'other'");
      }
      connection.closeSync();
      instance.closeSync();
      const world = await BarrierWorld.open({ folder, path });
      const query =
        'WITH q AS (SELECT s, i FROM events WHERE tenant IN (SELECT e.tenant FROM events AS e WHERE e.tenant = @tenant)) SELECT 1 AS n FROM q';
      for (const condition of ["s LIKE 'se%' AND i > 5", "s LIKE 'sa%' AND i > 5"]) {
        expect(world.isLeakproof(query, counted(condition))).toBe(false);
        const outcome = await world.run(query, counted(condition));
        // A row that fails whatever reads its column fails alike whichever prefix is asked for.
        outcomes.push(others ? outcome.replace(/^(?!\[).*/s, 'failed') : outcome);
      }
      await world.close();
    }
    expect(outcomes.slice(0, 2)).toEqual(['[["0"]]', '[["0"]]']);
    expect(outcomes[2]).toBe(outcomes[3]);
  });

  it('is nothing where columns that the endpoint compares may fail to be', () => {
    const column = (name: string, type: Table['columns'][number]['type']) => ({ name, type, output: name });
    const record = { kind: 'STRUCT', fields: [{ name: 'd', type: { kind: 'DATE' } }] } as const;
    const columns = [column('s', STRING), column('d', { kind: 'DATE' }), column('j', { kind: 'JSON' })];
    const isFallible = (condition: string) =>
      compileSandbox(
        {
          sql: `WITH q AS (SELECT s, d, j, r FROM t WHERE ${condition}) SELECT 1 AS x FROM q`,
          parameters: [],
          maxRows: 10,
        },
        new Map([['t', { sql: 't', columns: [...columns, column('ts', TIMESTAMP), column('r', record)] }]]),
      );
    for (const harmless of ["s = 'a'", "ts > '2026-01-01'", 's = s AND ts = ts']) {
      expect(isFallible(harmless)).toMatchObject({ isFallible: false });
    }
    for (const condition of ['ts > d', 'r.d = ts', 'ts IN (SELECT d FROM t)', "j.a IS NOT NULL AND s = 'a'"]) {
      expect([condition, isFallible(condition)]).not.toMatchObject([condition, { isFallible: false }]);
    }
  });

  it('is nothing where a text that they give is read as a time', () => {
    const column = (name: string, type: Table['columns'][number]['type']) => ({ name, type, output: name });
    const tables = new Map([
      ['t', { sql: 't', columns: [column('tenant', STRING), column('ts', TIMESTAMP)], isConverted: false }],
    ]);
    const isFallible = (condition: string) => {
      const sql = `WITH q AS (SELECT ts FROM t WHERE ${condition}) SELECT 1 AS x FROM q`;
      return compileSandbox({ sql, parameters: [{ name: 'p', type: 'STRING', array: false }], maxRows: 10 }, tables);
    };
    expect(isFallible('tenant = @p')).toMatchObject({ isFallible: false });
    expect(isFallible('ts > @p')).toMatchObject({ isFallible: true });
  });
});
