import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

// Builds what `npm start` and `npm run quern` run, where it is not that of the sources as they are: to see that takes milliseconds, to
// ask the compiler seconds.

/** Says when the sources were read that were last built without a mistake. */
const STAMP = 'dist/.built';
const FILES = [
  'package.json',
  'package-lock.json',
  'scripts/build-console.mjs',
  'tsconfig.json',
  'tsconfig.build.json',
  'tsconfig.client.json',
];
const FOLDERS = ['src', 'console'];

const begun = new Date();
if (latestChange() >= modified(STAMP)) build();

function build() {
  // Standard output is for what the command says.
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    stdio: ['ignore', 2, 2],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.exitCode = status ?? 1;
    return;
  }
  writeFileSync(STAMP, '');
  utimesSync(STAMP, begun, begun);
}

/** The folders tell of files that are gone. */
function latestChange() {
  const inside = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  );
  return Math.max(...[...FILES, ...FOLDERS, ...inside].map(modified));
}

function modified(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}
