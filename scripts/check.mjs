import { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import console from 'node:console';
import process from 'node:process';

// `npm run check`: types and formatting beside lint, which alone takes longer than both. What each says is shown when it has ended.

const results = await Promise.all(
  [[`npm run --silent lint`], [`npm run --silent typecheck`, `npm run --silent format:check`]].map(async (commands) => {
    for (const command of commands) if (!(await run(command))) return false;
    return true;
  }),
);
process.exitCode = results.every(Boolean) ? 0 : 1;

function run(command) {
  const child = spawn(command, { stdio: ['ignore', 'pipe', 'pipe'], shell: true });
  const said = [];
  child.stdout.on('data', (chunk) => said.push(chunk));
  child.stderr.on('data', (chunk) => said.push(chunk));
  return new Promise((resolve) => {
    child.on('close', (status) => {
      process.stdout.write(Buffer.concat(said));
      console.log(`${command}: ${status === 0 ? 'passed' : 'FAILED'}`);
      resolve(status === 0);
    });
  });
}
