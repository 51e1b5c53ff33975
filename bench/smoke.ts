import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { isWrkInstalled } from './http/wrk.js';

// Every bench in its shortest form, one after the other: that they run, and nothing of their figures.
const BENCHES = ['warming', 'sql', 'explorer', 'endpoints', 'hostile', 'soak', 'http'];

const failed: string[] = [];
for (const name of BENCHES) {
  if (name === 'http' && !isWrkInstalled()) {
    console.log(`SKIPPED: bench/${name}, since wrk is not installed, which makes its load.`);
    continue;
  }
  const started = performance.now();
  const main = fileURLToPath(new URL(`./${name}/main.js`, import.meta.url));
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, '--short'], { encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`bench/${name}: ${status === 0 ? 'runs' : 'FAILED'} (${seconds} s)`);
  if (status === 0) continue;
  failed.push(name);
  console.log(`${stdout}\n${stderr}`);
}
if (failed.length > 0) process.exitCode = 1;
