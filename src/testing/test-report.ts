import { printable } from '../errors/excerpt.js';
import type { TestResult } from './run-tests.js';

/** One line for a case, and below it what is not as expected. */
export function resultText(
  { endpoint, test, engine, milliseconds, failures }: TestResult,
  severalEngines: boolean,
): string {
  const mark = failures.length === 0 ? 'ok  ' : 'FAIL';
  const on = severalEngines ? ` [${engine}]` : '';
  const place = failures.length === 0 ? '' : `  (${test.where.file}:${test.where.line})`;
  const head = `${mark} ${milliseconds.toFixed(1).padStart(7)} ms  ${endpoint.name}: ${test.name}${on}${place}`;
  return [head, ...failures.map((line) => `       ${line}`)].map((line) => `${printable(line)}\n`).join('');
}

/** The last line. */
export function summaryText(results: readonly TestResult[], milliseconds: number): string {
  const failed = results.filter(({ failures }) => failures.length > 0).length;
  const passed = results.length - failed;
  return `\n${passed} passed, ${failed} failed, in ${milliseconds.toFixed(0)} ms\n`;
}

/** The same for programs. */
export function resultsJson(results: readonly TestResult[]): string {
  const list = results.map(({ endpoint, test, engine, milliseconds, failures }) => ({
    endpoint: endpoint.name,
    case: test.name,
    file: test.where.file,
    line: test.where.line,
    engine,
    passed: failures.length === 0,
    milliseconds: Number(milliseconds.toFixed(3)),
    failures,
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}
