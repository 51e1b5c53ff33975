import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Progress } from '../progress.js';
import { median } from '../quantile.js';
import { byDefault, miss, SHORT } from '../short.js';

// What a command costs until it has answered, in processor time of the whole process: what else the machine does changes that least.
const { values: options } = parseArgs({ options: { ...SHORT, runs: byDefault('15', '1') } });

const WORDS_SECONDS = 0.4;
const CHECKS_SECONDS = 0.8;

const COMMANDS: readonly (readonly [args: readonly string[], requiredSeconds: number])[] = [
  [['--help'], WORDS_SECONDS],
  [['completion', 'bash'], WORDS_SECONDS],
  [['complete', '--', 'run', ''], WORDS_SECONDS],
  [['keys', 'list'], WORDS_SECONDS],
  [['keys', 'create', 'bench', '--scope', '*', '--expires', '1d'], WORDS_SECONDS],
  [['tables'], CHECKS_SECONDS],
  [['list'], CHECKS_SECONDS],
  [['validate'], CHECKS_SECONDS],
];

/** Says at the end what the process has taken until then. */
const PRELOAD = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeFileSync(process.env.BENCH_TIMES, String((user + system) / 1e6));
});`;

const progress = new Progress();
const folder = mkdtempSync(join(tmpdir(), 'quern-bench-'));
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
});
mkdirSync(join(folder, 'data'));
cpSync('endpoints', join(folder, 'endpoints'), { recursive: true });
writeFileSync(join(folder, 'preload.cjs'), PRELOAD);

const rows = COMMANDS.map(([args, requiredSeconds]) => {
  const command = `quern ${args.join(' ')}`;
  progress.show(command);
  // The first one is not counted: it has the files read from the disk.
  const seconds = Array.from({ length: Number(options.runs) + 1 }, () => measure(args)).slice(1);
  return { command, requiredSeconds, best: Math.min(...seconds), median: median(seconds) };
});
progress.clear();
console.log('Processor time of a command over the three endpoints that ship with Quern, in seconds:\n');
console.log('command                                               best  median  required of the best');
for (const { command, best, requiredSeconds, ...row } of rows) {
  const kept = best <= requiredSeconds ? 'kept' : 'missed';
  const times = `${best.toFixed(2)}    ${row.median.toFixed(2)}`;
  console.log(`${command.padEnd(52)}  ${times}  at most ${requiredSeconds}: ${kept}`);
}
console.log(
  `\nNode ${process.version} on ${cpus().length} × ${cpus()[0]?.model ?? 'an unknown processor'}; best and median of ${options.runs}.`,
);
if (rows.some(({ best, requiredSeconds }) => best > requiredSeconds)) miss();

/** Seconds of one run. */
function measure(args: readonly string[]): number {
  const times = join(folder, 'times');
  rmSync(join(folder, '.quern/keys.yaml'), { force: true });
  if (args[1] === 'list') run(['keys', 'create', 'bench', '--scope', '*'], times);
  run(args, times);
  return Number(readFileSync(times, 'utf8'));
}

function run(args: readonly string[], times: string): void {
  const { status, stderr } = spawnSync(
    process.execPath,
    ['-r', join(folder, 'preload.cjs'), resolve('dist/main.cjs'), ...args],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH, BENCH_TIMES: times } },
  );
  if (status !== 0) throw new Error(`quern ${args.join(' ')} ended with ${status}: ${stderr}`);
}
