import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { compile } from '../../src/engines/duckdb/compiler/compile.js';
import { Progress } from '../progress.js';
import { median } from '../quantile.js';
import { byDefault, miss, SHORT } from '../short.js';
import { generateLogs, type Logs } from '../sql/logs.js';
import { closeStore, openStore, type Store } from '../sql/store.js';
import { tableLines } from '../sql/table.js';
import { temporaryFolder } from '../temporary-folder.js';
import { CASTS, type Pair, ROWS, TYPICAL } from './cases.js';

// Compares the time that DuckDB takes to plan the compiler's SQL with its time for DuckDB SQL by hand for the same values. Queries
// are run only to see that both sides answer alike.

/** The bounds that are required. */
const MOST = { ratio: 2, castsMs: 100 };

const { values: options } = parseArgs({
  options: {
    ...SHORT,
    rounds: byDefault('31', '2'),
    rows: byDefault('20000', '2000'),
    /** Measures each expression by itself as well. */
    each: { type: 'boolean', default: false },
  },
});

const progress = new Progress();
const folder = await temporaryFolder();

const logs: Logs = { folder: join(folder, 'logs'), database: join(folder, 'logs.duckdb') };
await mkdir(logs.folder);
await generateLogs(logs, Number(options.rows), new Date(), progress);
const store = await openStore(logs);

/** A SELECT of the pairs over the rows, in both languages. */
function selected(pairs: readonly Pair[]): Pair {
  const list = (side: keyof Pair) => pairs.map((pair, index) => `${pair[side]} AS c${index}`).join(', ');
  return {
    googleSql: `SELECT ${list('googleSql')} FROM (${ROWS.googleSql})`,
    handWritten: `SELECT ${list('handWritten')} FROM (${ROWS.handWritten})`,
  };
}

async function compiled(sql: string, { tables, macros }: Store): Promise<string> {
  const result = compile({ sql, parameters: [], maxRows: 1_000_000 }, tables);
  if ('message' in result) throw new Error(`${sql}: ${result.message}`);
  await macros.provide(result.macros);
  return result.sql;
}

async function answers(sql: string): Promise<readonly string[]> {
  const result = await store.connection.runAndReadAll(sql);
  return result
    .getRowsJson()
    .map((row) => row.map(String).join('\t'))
    .toSorted();
}

async function refuseOtherAnswers(ours: string, theirs: string): Promise<void> {
  const [left, right] = [await answers(ours), await answers(theirs)];
  const index = left.findIndex((row, at) => row !== right[at]);
  if (left.length === 0 || left.length !== right.length || index >= 0)
    throw new Error(`the answers differ:\n${left[index] ?? left.length}\n${right[index] ?? right.length}`);
}

/** Milliseconds until a query is prepared: parsed, bound, optimized and planned. */
async function planningTime(sql: string): Promise<number> {
  const started = performance.now();
  const prepared = await store.connection.prepare(sql);
  const milliseconds = performance.now() - started;
  prepared.destroySync();
  return milliseconds;
}

interface Figures {
  readonly compiledMs: number;
  readonly handWrittenMs: number;
  /** The median over the rounds: what slows the machine down for a while slows both sides of a round. */
  readonly ratio: number;
}

async function measure(pair: Pair): Promise<Figures> {
  const sides = [await compiled(pair.googleSql, store), pair.handWritten] as const;
  await refuseOtherAnswers(...sides);
  const rounds: { readonly a: number; readonly b: number }[] = [];
  while (rounds.length < Number(options.rounds))
    rounds.push({ a: await planningTime(sides[0]), b: await planningTime(sides[1]) });
  return {
    compiledMs: median(rounds.map(({ a }) => a)),
    handWrittenMs: median(rounds.map(({ b }) => b)),
    ratio: median(rounds.map(({ a, b }) => a / b)),
  };
}

async function measureCasts(): Promise<number> {
  const sql = await compiled(
    `SELECT ${CASTS.map((cast, index) => `${cast} AS c${index}`).join(', ')} FROM edge_logs`,
    store,
  );
  const rounds: number[] = [];
  while (rounds.length < Number(options.rounds)) rounds.push(await planningTime(sql));
  return median(rounds);
}

const measured: { readonly name: string; readonly figures: Figures }[] = [];
for (const pair of options.each ? TYPICAL : []) {
  progress.show(pair.googleSql);
  measured.push({ name: pair.googleSql, figures: await measure(selected([pair])) });
}
progress.show('all of them');
const all = await measure(selected(TYPICAL));
measured.push({ name: `all ${TYPICAL.length} expressions`, figures: all });
progress.show('CAST(JSON_VALUE(…))');
const castsMs = await measureCasts();
progress.clear();
closeStore(store);

const NUMBERS = ['compiled ms', 'hand-written ms', 'ratio'];
const cells = ({ compiledMs, handWrittenMs, ratio }: Figures) => [
  compiledMs.toFixed(2),
  handWrittenMs.toFixed(2),
  ratio.toFixed(2),
];
console.log(
  [
    ...tableLines(
      ['planned', ...NUMBERS],
      measured.map(({ name, figures }) => [name, ...cells(figures)]),
      NUMBERS,
    ),
    '',
    `All in one SELECT: ${all.ratio.toFixed(2)} times the hand-written query's time (at most ${MOST.ratio}).`,
    `${CASTS.length} CAST(JSON_VALUE(…) AS INT64): ${castsMs.toFixed(1)} ms (at most ${MOST.castsMs}).`,
  ].join('\n'),
);
if (all.ratio > MOST.ratio || castsMs > MOST.castsMs) miss();
