import console from 'node:console';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import process from 'node:process';

// `npm test`: runs the specs that each change has to pass. A spec file that fails is run once more, alone, so that a machine that is busy
// refuses nobody's work; a test that passes only then is named in a line that begins with FLAKY, to be mended. Arguments are Jest's.

const PROJECTS = ['unit', 'compiler', 'service'];
const JEST = join(import.meta.dirname, '../node_modules/jest/bin/jest.js');

const reports = mkdtempSync(join(tmpdir(), 'quern-test-'));
try {
  const { report, status } = runJest('first', ['--maxWorkers=2', ...process.argv.slice(2)]);
  if (report === undefined) process.exitCode = status || 1;
  else process.exitCode = conclude(report, status);
} finally {
  rmSync(reports, { recursive: true });
}

/** Runs what failed again, prints the outcome, and returns the exit status. */
function conclude(first, status) {
  const failed = first.testResults.filter((file) => file.status === 'failed');
  const again = failed.map((file, index) => {
    console.error(`\nOnce more, alone: ${relative('.', file.name)}`);
    const second = runJest(`second-${index}`, ['--runInBand', '--runTestsByPath', file.name]);
    return { file, isRed: second.status !== 0, failures: failuresIn(second.report?.testResults[0] ?? file) };
  });
  const red = again.filter(({ isRed }) => isRed).flatMap(({ failures }) => failures);
  for (const { file } of again.filter(({ isRed }) => !isRed))
    for (const name of failuresIn(file)) console.log(`FLAKY: ${relative('.', file.name)}: ${name}`);

  const passedSecond = failed.flatMap(failuresIn).length - red.length;
  const skipped = first.numPendingTests > 0 ? `, ${first.numPendingTests} skipped` : '';
  console.log(`${first.numPassedTests + Math.max(0, passedSecond)} passed, ${red.length} failed${skipped}`);
  // Jest also fails for reasons that are no test's, such as a pattern that matches nothing.
  return red.length > 0 || again.some(({ isRed }) => isRed) ? 1 : failed.length > 0 ? 0 : status;
}

/** The names of the tests that failed, or what kept the file from being run. */
function failuresIn(file) {
  const names = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
  return names.length > 0 || file.status !== 'failed' ? names : ['the file could not be run'];
}

function runJest(name, args) {
  const outputFile = join(reports, `${name}.json`);
  const { status } = spawnSync(
    process.execPath,
    [JEST, '--selectProjects', ...PROJECTS, '--json', `--outputFile=${outputFile}`, ...args],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status: status ?? 1, report: readReport(outputFile) };
}

/** Jest writes none where it could not begin, and has said why. */
function readReport(outputFile) {
  try {
    return JSON.parse(readFileSync(outputFile, 'utf8'));
  } catch {
    return undefined;
  }
}
