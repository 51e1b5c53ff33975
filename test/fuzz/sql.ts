import { parseArgs } from 'node:util';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { Progress } from '../../bench/progress.js';
import { SqlFuzz } from '../support/fuzz/sql-fuzz.js';
import { sqlCorpus, SqlMutants } from '../support/fuzz/sql-mutants.js';

// Reads texts that are nearly GoogleSQL, for as long as it is told to, and tells of each that is answered by anything but a tree or
// a clean refusal, or not at all. The same seed makes the same texts. They are read in a thread, so that one that is never
// come to the end of can be told of as well.

/** How many texts there have been, and the one that is being read now with its length. */
interface Shared {
  readonly count: Int32Array;
  readonly text: Uint16Array;
}

interface ThreadData {
  readonly seed: number;
  readonly memory: SharedArrayBuffer;
}

const MAX_CHARACTERS = 2 ** 16;
/** How long one text may take, in seconds. */
const MAX_SECONDS = 20;

function sharedIn(memory: SharedArrayBuffer): Shared {
  return { count: new Int32Array(memory, 0, 2), text: new Uint16Array(memory, 8) };
}

function readTexts({ seed, memory }: ThreadData): void {
  const { count, text } = sharedIn(memory);
  const mutants = new SqlMutants(seed, sqlCorpus());
  const fuzz = new SqlFuzz();
  console.error = (...said: unknown[]) => {
    parentPort?.postMessage(`written to the console: ${said.join(' ').slice(0, 200)}`);
  };
  for (;;) {
    const sql = mutants.next().slice(0, MAX_CHARACTERS);
    for (let index = 0; index < sql.length; index += 1) text[index] = sql.charCodeAt(index);
    count[1] = sql.length;
    const mistake = fuzz.mistake(sql);
    if (mistake !== undefined) parentPort?.postMessage(`${JSON.stringify(sql)}\n  ${mistake}`);
    count[0] = (count[0] ?? 0) + 1;
  }
}

async function watch(): Promise<void> {
  const { values: options } = parseArgs({
    options: {
      seconds: { type: 'string', default: '60' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
  });
  const [seconds, seed] = [Number(options.seconds), Number(options.seed)];
  if (![seconds, seed].every((each) => Number.isSafeInteger(each) && each > 0)) {
    console.error('--seconds and --seed are whole numbers from 1 on');
    process.exit(1);
  }
  const memory = new SharedArrayBuffer(8 + 2 * MAX_CHARACTERS);
  const { count, text } = sharedIn(memory);
  const failures = new Set<string>();
  console.log(`seed ${seed}, ${seconds} seconds`);
  const thread = new Worker(new URL(import.meta.url), { workerData: { seed, memory } satisfies ThreadData });
  thread.on('message', (failure: string) => {
    if (failures.size < 100 && !failures.has(failure)) console.log(`\n${failure}`);
    failures.add(failure);
  });
  thread.on('error', (error) => failures.add(String(error)));
  const progress = new Progress();
  let [before, since] = [-1, 0];
  for (let second = 0; second < seconds && since < MAX_SECONDS; second += 1) {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const [texts = 0] = count;
    since = texts === before ? since + 1 : 0;
    before = texts;
    if (second % 10 === 0) progress.show(`${texts} texts, ${failures.size} findings`);
  }
  progress.clear();
  if (since >= MAX_SECONDS) failures.add(`never read to its end: ${JSON.stringify(told(text, count[1] ?? 0))}`);
  await thread.terminate();
  console.log(failures.size === 0 ? `${before} texts, nothing found` : `${before} texts\n${[...failures].join('\n')}`);
  process.exitCode = failures.size === 0 ? 0 : 1;
}

function told(text: Uint16Array, length: number): string {
  return Array.from(text.subarray(0, length), (code) => String.fromCharCode(code)).join('');
}

if (isMainThread) await watch();
else readTexts(workerData as ThreadData);
