import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpointFile } from '../support/endpoint-file.js';
import { type Emulator, PROJECT, startEmulator } from '../support/engines/emulator.js';
import { runCommand } from '../support/processes/command-line.js';

interface Result {
  readonly case: string;
  readonly engine: string;
  readonly passed: boolean;
}

describe('quern test --engine both', () => {
  let emulator: Emulator;

  beforeAll(async () => {
    emulator = await startEmulator();
  });

  afterAll(async () => emulator.stop());

  const test = async (env: Readonly<Record<string, string>> = {}) => {
    const { out } = await runCommand(['test', '--engine', 'both', '--format', 'json'], {
      QUERN_BIGQUERY_API_ENDPOINT: emulator.url,
      QUERN_BIGQUERY_PROJECT: PROJECT,
      // There is no such dataset.
      QUERN_BIGQUERY_DATASET: 'nowhere',
      ...env,
    });
    return JSON.parse(out) as Result[];
  };

  it('passes for the endpoints that ship with Quern, without a table', async () => {
    const results = await test();
    const failed = results.filter(({ passed }) => !passed);
    expect(failed.map((result) => [result.engine, result.case])).toEqual([]);
    const of = (engine: string) => results.filter((result) => result.engine === engine).map((result) => result.case);
    expect(of('bigquery')).toEqual(of('duckdb'));
    expect(of('duckdb').length).toBeGreaterThan(40);
  });

  it('finds NULL in a column that may hold none on both engines alike, and none in an array', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'quern-test-'));
    const endpoint = endpointFile({
      name: 'columns',
      parameters: { text: { type: 'string' } },
      columns: [
        { name: 'text', type: 'STRING', nullable: false },
        { name: 'list', type: 'ARRAY<INT64>', nullable: false },
      ],
      query: 'SELECT @text AS text, CAST(NULL AS ARRAY<INT64>) AS list',
      tests: [
        { name: 'none', parameters: { text: 'a' }, rows: [{ text: 'a', list: [] }] },
        { name: 'one', error: 'null_in_column' },
        { name: 'unexpected', row_count: 1 },
      ],
    });
    await writeFile(join(folder, 'columns.yaml'), endpoint);
    const results = await test({ QUERN_ENDPOINTS: folder });
    await rm(folder, { recursive: true });
    expect(results.map((result) => [result.case, result.engine, result.passed])).toEqual([
      ['none', 'duckdb', true],
      ['none', 'bigquery', true],
      ['one', 'duckdb', true],
      ['one', 'bigquery', true],
      ['unexpected', 'duckdb', false],
      ['unexpected', 'bigquery', false],
    ]);
  });
});
