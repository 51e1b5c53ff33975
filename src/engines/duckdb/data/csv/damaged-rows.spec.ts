import { rm } from 'node:fs/promises';
import { part } from '../../../../../test/support/part.js';
import { dataFolder, duckDbOptions, rowsOf, statementOf } from '../../../../../test/support/duckdb.js';
import { DuckDbEngine } from '../../duckdb.engine.js';

const TYPES = JSON.stringify([
  { name: 'id', type: 'INT64', mode: 'REQUIRED' },
  { name: 'name', type: 'STRING' },
  { name: 'amount', type: 'INT64' },
]);
const HEADER = 'id,name,amount';

/** Numbers from 0 to below 1, the same for each run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Row = readonly [string, string, string];
type Pick = (below: number) => number;

const NAMES = ['a', 'two words', 'a,comma', 'a "quote"', 'line\nbreak', 'é', '#hash', "it's", '0'];

function written([id, name, amount]: Row): string {
  const quoted = /[",\n]/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
  return `${id},${quoted},${amount}`;
}

/** One damage to sound lines, of which `at` is some one. Texts are in Latin-1 where they are marked so. */
const DAMAGES: Readonly<Record<string, (lines: readonly string[], at: number, pick: Pick) => string | Buffer>> = {
  cut: (lines, _, pick) => {
    const text = lines.join('\n');
    return text.slice(0, text.length - 1 - pick(text.length - HEADER.length - 2));
  },
  short: (lines, at) => lines.with(at, lines[at]?.replace(/,[^,]*$/, '') ?? '').join('\n'),
  long: (lines, at) => lines.with(at, `${lines[at] ?? ''},more`).join('\n'),
  empty: (lines, at) => lines.with(at, `${lines[at] ?? ''},`).join('\n'),
  quote: (lines, at) => lines.with(at, lines[at]?.replace(',', ',"') ?? '').join('\n'),
  encoding: (lines, at) => Buffer.from(lines.with(at, lines[at]?.replace(',', ',\xe9') ?? '').join('\n'), 'latin1'),
  blank: (lines, at) => lines.toSpliced(at, 0, '').join('\n'),
  comment: (lines, at) => lines.toSpliced(at, 0, '# a comment').join('\n'),
};

/** Those which may leave all rows as they were: DuckDB passes over an empty line, and over an empty field behind the last. */
const HARMLESS = ['blank', 'empty'];

describe('files of CSV with one damage each', () => {
  it.each([
    ['with a schema', true],
    ['without one', false],
  ])('are the rows or an error, and never NULLs (%s)', async (_, hasSchema) => {
    const cases = Array.from({ length: part(400, 40) }, (__, index) => {
      const next = numbers(index + 1);
      const pick = (below: number) => Math.floor(next() * below);
      const rows = Array.from({ length: 2 + pick(20) }, (___, id): Row => [
        String(id + 1),
        NAMES[pick(NAMES.length)] ?? '',
        String(pick(1000)),
      ]);
      const names = Object.keys(DAMAGES);
      const damage = names[index % names.length] ?? '';
      const text = DAMAGES[damage]?.([HEADER, ...rows.map(written), ''], 1 + pick(rows.length), pick) ?? '';
      return { table: `t${index}`, damage, rows, text };
    });
    const files = cases.flatMap(({ table, text }) => [
      [`${table}.csv`, text],
      ...(hasSchema ? [[`${table}.schema.json`, TYPES]] : []),
    ]);
    const folder = await dataFolder(Object.fromEntries(files) as Record<string, string>);
    const engine = new DuckDbEngine(duckDbOptions(folder));
    await engine.open('run');
    const outcomes = new Map<string, number>();
    for (const { table, damage, rows } of cases) {
      const sql = `SELECT CAST(id AS STRING) AS i, CAST(name AS STRING) AS n, CAST(amount AS STRING) AS a FROM ${table}`;
      const found = await engine.run(statementOf(sql)).then(rowsOf, () => 'refused' as const);
      const outcome = found === 'refused' ? 'refused' : 'rows';
      outcomes.set(`${damage} ${outcome}`, (outcomes.get(`${damage} ${outcome}`) ?? 0) + 1);
      if (found === 'refused') continue;
      // A number that has lost its last digits is another number.
      const last = damage === 'cut' ? found.at(-1)?.with(2, rows[found.length - 1]?.[2]) : found.at(-1);
      expect([table, damage, [...found.slice(0, -1), last]]).toEqual([table, damage, rows.slice(0, found.length)]);
      if (damage !== 'cut') expect([table, damage]).toEqual([table, HARMLESS.find((each) => each === damage)]);
    }
    expect(Object.keys(DAMAGES).filter((damage) => (outcomes.get(`${damage} refused`) ?? 0) > 0)).toEqual(
      Object.keys(DAMAGES).filter((damage) => damage !== 'blank'),
    );
    await engine.close();
    await rm(folder, { recursive: true });
  });
});
