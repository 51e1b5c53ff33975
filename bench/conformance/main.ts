import { mkdir, mkdtemp, readdir, readFile } from 'node:fs/promises';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { readSettings } from '../../src/config/read-settings.js';
import { DuckDbEngine } from '../../src/engines/duckdb/duckdb.engine.js';
import { Progress } from '../progress.js';
import { IS_SHORT, SHORT } from '../short.js';
import { isAim } from './aims.js';
import { isSameAnswer } from './compare.js';
import { complianceCases } from './compliance-file.js';
import { type ConformanceCase, valueType } from './conformance-case.js';
import { isMistaken, isOutside } from './outside.js';
import { specCases } from './spec-file.js';

/** Cases of our own, which show that this runs. */
const SAMPLE = 'bench/conformance/sample';

// Runs a checkout of github.com/google/googlesql or github.com/goccy/googlesqlite case by case, to see how much of GoogleSQL the
// embedded engine takes, and whether it ever means something else by it.
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    ...SHORT,
    area: { type: 'string', multiple: true, default: [] },
    refused: { type: 'boolean', default: false },
  },
});
const [folder = IS_SHORT ? SAMPLE : undefined] = positionals;
if (folder === undefined) {
  console.error(
    'Usage: npm run conformance -- <folder> [--area <name>]… [--refused]\n' +
      'The folder is a checkout of google/googlesql or of goccy/googlesqlite. --refused lists what is not supported, too.',
  );
  process.exit(2);
}

/**
 * Outcomes of a case. One that is not supported is `refused` at load, or `failed` loudly where only the values tell; `wrong` is
 * another answer. Cases `outside` are of things that BigQuery does not have either; they are run all the same, to find wrong answers.
 */
const OUTCOMES = ['passed', 'refused', 'failed', 'wrong', 'outside'] as const;

type Outcome = (typeof OUTCOMES)[number];

interface Verdict {
  readonly outcome: Outcome;
  readonly detail: string;
}

const progress = new Progress();
const cases = (await readSuite(folder)).filter(
  ({ area }) => options.area.length === 0 || options.area.some((wanted) => area.includes(wanted)),
);
const engine = await openEngine();
const verdicts = new Map<ConformanceCase, Verdict>();
for (const [index, each] of cases.entries()) {
  if (index % 50 === 0) progress.show(`${index} of ${cases.length}: ${each.area}`);
  const verdict = await judge(each);
  const isLeftOut = verdict.outcome === 'wrong' ? isMistaken(each) : isOutside(each, verdict.detail);
  verdicts.set(each, isLeftOut ? { ...verdict, outcome: 'outside' } : verdict);
}
await engine.close();
progress.clear();
report();

async function readSuite(root: string): Promise<ConformanceCase[]> {
  const paths = (await readdir(root, { recursive: true })).sort();
  const read = async (path: string) => readFile(join(root, path), 'utf8');
  const found: ConformanceCase[] = [];
  for (const path of paths) {
    if (/compliance\/testdata\/[^/]+\.test$/.test(path)) {
      found.push(...complianceCases(basename(path, '.test'), await read(path)));
    } else if (/testdata\/specs\/(?:googlesql|bigquery)\/.*\.yaml$/.test(path)) {
      const area = path.replace(/^.*testdata\/specs\/[^/]+\//, '').replace(/\/[^/]*$/, '');
      found.push(...specCases(area, await read(path)));
    }
  }
  return found;
}

async function openEngine(): Promise<DuckDbEngine> {
  const data = await mkdtemp(join(tmpdir(), 'quern-conformance-'));
  process.once('exit', () => {
    rmSync(data, { recursive: true, force: true });
  });
  await mkdir(join(data, 'tables'));
  const settings = readSettings({ QUERN_DATA: join(data, 'tables') });
  const opened = new DuckDbEngine({
    dataPath: settings.dataPath,
    sample: false,
    connections: 1,
    queueMax: 10,
    memoryLimitBytes: 2e9,
    threads: undefined,
    sandbox: { processes: 1, memoryLimitBytes: 500_000_000 },
    timestamps: 'iso8601',
    numbers: 'exact',
    clock: Date.now,
    progress: () => undefined,
  });
  await opened.open('run');
  return opened;
}

async function judge({ sql, expected }: ConformanceCase): Promise<Verdict> {
  const query = { sql, parameters: [], maxRows: 10_000 };
  const checked = await engine.check(query);
  if (!('columns' in checked)) {
    const detail = 'problems' in checked ? (checked.problems[0]?.message ?? '') : '';
    return { outcome: expected === 'error' ? 'passed' : 'refused', detail };
  }
  try {
    const signal = new AbortController().signal;
    const { rows, columns } = await engine.run({ ...query, timeoutSeconds: 20, signal, labels: {} });
    if (expected === 'error')
      return { outcome: 'wrong', detail: `answers, and an error is due: ${JSON.stringify(rows)}` };
    const types = columns.map(({ type }) => valueType(type));
    const values = rows.map((row) => row.map((value) => JSON.parse(value) as unknown));
    const wanted = expected.rows(types);
    if (isSameAnswer(values, wanted, types, expected.isOrdered)) return { outcome: 'passed', detail: '' };
    return { outcome: 'wrong', detail: `answers ${JSON.stringify(values)}, not ${JSON.stringify(wanted)}` };
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return { outcome: expected === 'error' ? 'passed' : 'failed', detail: cause };
  }
}

function report(): void {
  const areas = new Map<string, Outcome[]>();
  const aims: Outcome[] = [];
  for (const [{ area }, { outcome }] of verdicts) {
    areas.set(area, [...(areas.get(area) ?? []), outcome]);
    if (isAim(area)) aims.push(outcome);
  }
  console.log(['area'.padEnd(56), ...[...OUTCOMES, 'passed'].map((each) => each.padStart(8))].join(''));
  for (const [area, outcomes] of areas) console.log(line(`${isAim(area) ? '*' : ' '} ${area}`, outcomes));
  console.log(line('* aimed at', aims));
  console.log(
    line(
      'all',
      Array.from(verdicts.values(), ({ outcome }) => outcome),
    ),
  );
  for (const [{ area, name, sql }, { outcome, detail }] of verdicts) {
    if (outcome !== 'wrong' && !(options.refused && (outcome === 'refused' || outcome === 'failed'))) continue;
    console.log(`\n${outcome}: ${area} / ${name}\n  ${sql.trim().replaceAll('\n', '\n  ')}\n  ${detail.slice(0, 600)}`);
  }
  if (Array.from(verdicts.values()).some(({ outcome }) => outcome === 'wrong')) process.exitCode = 1;
}

/** The share is that of the cases that BigQuery could take. */
function line(name: string, outcomes: readonly Outcome[]): string {
  const count = (outcome: Outcome) => outcomes.filter((each) => each === outcome).length;
  const inside = outcomes.length - count('outside');
  const share = inside > 0 ? `${((100 * count('passed')) / inside).toFixed(0)} %` : '–';
  return [name.padEnd(56), ...OUTCOMES.map((each) => String(count(each)).padStart(8)), share.padStart(8)].join('');
}
