import { systemClock } from '../config/clock.js';
import type { Settings } from '../config/settings.js';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import { createEmbeddedFixtureEngine } from '../engines/create-fixture-engine.js';
import type { TableSchema } from '../engines/fixture-engine.js';
import { type Problem } from '../diagnostics/problem.js';
import { FixtureTableReader } from './fixture-table-reader.js';
import { findTests } from './test-suite.js';

interface TestsToCheck {
  /** Folder of the endpoint files, where all in it are checked, and test files without one are reported. */
  readonly folder: string | undefined;
  readonly endpoints: readonly { readonly endpoint: Endpoint }[];
}

/** Problems of tests before one is run: those of their files, and of the tables and columns that they name. */
export async function testProblems(
  settings: Settings,
  { folder, endpoints }: TestsToCheck,
): Promise<readonly Problem[]> {
  const { suites, problems } = await findTests(folder, endpoints);
  const tests = suites.flatMap((suite) => suite.tests);
  if (tests.every(({ tables }) => tables.size === 0)) return problems;
  const reader = new FixtureTableReader(await schemasOf(settings));
  for (const test of tests) reader.tables(test);
  return [...problems, ...reader.problems];
}

/** The tables' schemas from the embedded engine, as for `quern test`, wherever the queries run. */
async function schemasOf(settings: Settings): Promise<ReadonlyMap<string, TableSchema>> {
  const engine = await createEmbeddedFixtureEngine(settings, systemClock);
  await engine.open('check');
  try {
    return engine.schemas;
  } finally {
    await engine.close();
  }
}
