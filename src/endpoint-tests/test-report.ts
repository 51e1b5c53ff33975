import { printable } from '../errors/excerpt.js';
import type { TestResult } from './run-tests.js';

export interface ReportedResult extends TestResult {
  /** Whether it has failed, and passes with the rows that `--update` writes into its file. */
  readonly isUpdated: boolean;
}

/** One line for a case, with its differences below. */
export function resultText(
  { endpoint, test, engine, milliseconds, failures, isUpdated }: ReportedResult,
  severalEngines: boolean,
): string {
  const mark = failures.length === 0 ? 'ok  ' : isUpdated ? 'new ' : 'FAIL';
  const on = severalEngines ? ` [${engine}]` : '';
  const place = failures.length === 0 ? '' : `  (${test.where.file}:${test.where.line})`;
  const head = `${mark} ${milliseconds.toFixed(1).padStart(7)} ms  ${endpoint.name}: ${test.name}${on}${place}`;
  return [head, ...failures.map((line) => `       ${line}`)].map((line) => `${printable(line)}\n`).join('');
}

export function summaryText(results: readonly ReportedResult[], milliseconds: number): string {
  const passed = results.filter(({ failures }) => failures.length === 0).length;
  const updated = results.filter(({ isUpdated }) => isUpdated).length;
  const failed = results.length - passed - updated;
  return `\n${passed} passed, ${updated > 0 ? `${updated} updated, ` : ''}${failed} failed, in ${milliseconds.toFixed(0)} ms\n`;
}

export function resultsJson(results: readonly ReportedResult[]): string {
  const list = results.map(({ endpoint, test, engine, milliseconds, failures, isUpdated }) => ({
    endpoint: endpoint.name,
    case: test.name,
    file: test.where.file,
    line: test.where.line,
    engine,
    passed: failures.length === 0,
    ...(isUpdated && { updated: true }),
    milliseconds: Number(milliseconds.toFixed(3)),
    failures,
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}
