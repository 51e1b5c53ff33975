import { spawnSync } from 'node:child_process';
import { isWrkInstalled } from './http/wrk.js';
import { benchScripts } from './scripts.js';

// Every bench in its shortest form, one after the other: that they run, and nothing of their figures.
const NEED_WRK = ['bench:http', 'bench:peers', 'bench:replicas'];

const failed: string[] = [];
for (const { name, file } of benchScripts()) {
  if (NEED_WRK.includes(name) && !isWrkInstalled()) {
    console.log(`SKIPPED: ${name}, since wrk is not installed, which makes its load.`);
    continue;
  }
  const started = performance.now();
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, '--short'], { encoding: 'utf8' });
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`${name}: ${status === 0 ? 'runs' : 'FAILED'} (${seconds} s)`);
  if (status === 0) continue;
  failed.push(name);
  console.log(`${stdout}\n${stderr}`);
}
if (failed.length > 0) process.exitCode = 1;
