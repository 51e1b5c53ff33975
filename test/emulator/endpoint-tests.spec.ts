import { type Emulator, PROJECT, startEmulator } from '../support/engines/emulator.js';
import { runCommand } from '../support/processes/command-line.js';

interface Result {
  readonly case: string;
  readonly engine: string;
  readonly passed: boolean;
}

/** The emulator loses the rows that LEFT JOIN UNNEST of an empty array keeps. */
const FAULTS = ['an invocation without a response counts, and is no error'];

describe('quern test --engine both', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  }, 60_000);

  afterAll(async () => emulator.stop());

  it('passes for the endpoints that ship with Quern, without a table', async () => {
    const { out } = await runCommand(['test', '--engine', 'both', '--format', 'json'], {
      QUERN_BIGQUERY_API_ENDPOINT: emulator.url,
      QUERN_BIGQUERY_PROJECT: PROJECT,
      // There is no such dataset.
      QUERN_BIGQUERY_DATASET: 'nowhere',
    });
    const results = JSON.parse(out) as Result[];
    const failed = results.filter(({ passed }) => !passed);
    expect(failed.map((result) => [result.engine, result.case])).toEqual(FAULTS.map((name) => ['bigquery', name]));
    const of = (engine: string) => results.filter((result) => result.engine === engine).map((result) => result.case);
    expect(of('bigquery')).toEqual(of('duckdb'));
    expect(of('duckdb').length).toBeGreaterThan(40);
  }, 120_000);
});
