import console from 'node:console';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import process from 'node:process';

// `npm run test:all [part …]`: every test there is, or the parts named. It installs what a part needs, goes on behind a part that failed,
// and ends with a table of what passed, what failed, and what was left out and why. `--list` says what each part runs.

/**
 * A part runs `npm run test:<name>`, unless it says otherwise, when its programs are there or its installer has brought them.
 * One that wants every core runs by itself; the others run two at a time, the longest first.
 */
const PARTS = [
  { name: 'check', run: 'check', alone: true },
  { name: 'gate', run: 'test', alone: true },
  { name: 'slow', alone: true },
  { name: 'fuzz' },
  { name: 'store' },
  { name: 'browser', programs: ['chromium'], installer: 'install-chromium' },
  { name: 'bench', run: 'bench:smoke', programs: ['wrk'], installer: 'install-wrk' },
  { name: 'deployment', installer: 'install-deployment-tools' },
  { name: 'package', installer: 'install-nodes' },
  { name: 'bigquery', installer: 'install-emulator' },
  { name: 'redis', programs: ['redis-server'], installer: 'install-redis' },
  { name: 'schemathesis', installer: 'install-schemathesis' },
  { name: 'terminal', programs: ['zsh', 'fish', 'script'], installer: 'install-shells' },
  { name: 'prometheus', programs: ['prometheus', 'promtool'], installer: 'install-prometheus' },
  { name: 'tools', installer: 'install-tools' },
  // Last and alone, since it empties `dist/`.
  { name: 'scripts', alone: true },
].map((part) => ({ run: `test:${part.name}`, programs: [], alone: false, ...part }));

const LOGS = 'node_modules/.cache/quern/test-all';
const SIDE_BY_SIDE = 2;

let lastInstallation = Promise.resolve();

const names = process.argv.slice(2);
const unknown = names.filter((name) => name !== '--list' && !PARTS.some((part) => part.name === name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}: there are ${PARTS.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
if (names.includes('--list')) {
  for (const { name, run } of PARTS) console.log(`${name}: npm run ${run}`);
} else {
  const outcomes = await runParts(names.length === 0 ? PARTS : PARTS.filter(({ name }) => names.includes(name)));
  console.log(tableOf(outcomes));
  process.exitCode = outcomes.some(({ outcome }) => outcome === 'FAILED') ? 1 : 0;
}

async function runParts(parts) {
  mkdirSync(LOGS, { recursive: true });
  // Once, before parts side by side would each do it.
  spawnSync(process.execPath, ['scripts/build-if-older.mjs'], { stdio: 'inherit' });
  const outcomes = new Map();
  const runNext = async (queue) => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) outcomes.set(part, await runPart(part));
  };
  for (const queue of inTurns(parts)) await Promise.all(Array.from({ length: SIDE_BY_SIDE }, () => runNext(queue)));
  return parts.map((part) => ({ name: part.name, ...outcomes.get(part) }));
}

/** Queues to be run one after the other: each part that runs alone, and those between. */
function inTurns(parts) {
  const queues = [];
  for (const part of parts) {
    const last = queues.at(-1);
    if (part.alone || last === undefined || last[0].alone) queues.push([part]);
    else last.push(part);
  }
  return queues;
}

async function runPart({ name, run, programs, installer }) {
  const began = performance.now();
  const log = `${LOGS}/${name}.log`;
  const output = openSync(log, 'w');
  const seconds = () => Math.round((performance.now() - began) / 1000);
  console.log(`# ${name}: begins (${log})`);
  const isThere = programs.length > 0 && programs.every(isInstalled);
  if (installer !== undefined && !isThere && (await install(installer, output)) !== 0) {
    const why = readFileSync(log, 'utf8').trim().split('\n').at(-1) ?? '';
    console.log(`# ${name}: left out. ${why}`);
    return { outcome: 'left out', seconds: seconds(), why };
  }
  const status = await statusOf('npm', ['run', '--silent', run], output);
  if (status !== 0) console.log(readFileSync(log, 'utf8'));
  const outcome = status === 0 ? 'passed' : 'FAILED';
  console.log(`# ${name}: ${outcome} after ${seconds()} s`);
  return { outcome, seconds: seconds(), why: '' };
}

/** One at a time, since Debian's packages are installed under a lock. */
function install(installer, output) {
  lastInstallation = lastInstallation.then(() => statusOf(`.ci/${installer}`, [], output));
  return lastInstallation;
}

/** Suites that `npm test` runs a part of are run whole (test/support/part.ts). */
function statusOf(command, args, output) {
  const child = spawn(command, args, {
    stdio: ['ignore', output, output],
    env: { ...process.env, TEST_ALL: '1' },
  });
  return new Promise((resolve) => {
    child.on('error', () => resolve(1));
    child.on('close', (status) => resolve(status ?? 1));
  });
}

function isInstalled(program) {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}

function tableOf(outcomes) {
  const rows = outcomes.map(
    ({ name, outcome, seconds, why }) =>
      `${name.padEnd(14)}${outcome.padEnd(10)}${String(seconds).padStart(6)} s  ${why}`,
  );
  return ['', ...rows.map((row) => row.trimEnd())].join('\n');
}
