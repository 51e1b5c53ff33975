import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import console from 'node:console';
import process from 'node:process';

// `npm run check`: types and formatting beside lint, which alone takes longer than both. What each says is shown when it has ended.

const results = await Promise.all(
  [['lint'], ['typecheck', 'format:check']].map(async (scripts) => {
    for (const script of scripts) if (!(await run(script))) return false;
    return true;
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;

function run(script) {
  const child = spawn('npm', ['run', '--silent', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said));
      console.log(`${script}: ${status === 0 ? 'passed' : 'FAILED'}`);
      resolve(status === 0);
    });
  });
}
