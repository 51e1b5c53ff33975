import type { Endpoint } from '../endpoint-files/endpoint.js';
import { type OpenedFixtures } from '../engines/create-fixture-engine.js';
import { type Problem } from '../diagnostics/problem.js';
import { FixtureTableReader } from './fixture-table-reader.js';
import { findTests } from './test-suite.js';

/**
 * Problems of tests before one is run: those of their files, and of the tables and columns that they name. The schemas are the embedded
 * engine's, as for `quern test`, wherever the queries run.
 *
 * @param folder that of the endpoint files, where all in it are checked, and test files without one are reported
 */
export async function testProblems(
  opened: OpenedFixtures,
  folder: string | undefined,
  endpoints: readonly { readonly endpoint: Endpoint }[],
): Promise<readonly Problem[]> {
  const { suites, problems } = await findTests(folder, endpoints);
  const tests = suites.flatMap((suite) => suite.tests);
  if (tests.every(({ tables }) => tables.size === 0)) return problems;
  const reader = new FixtureTableReader((await opened()).schemas);
  for (const test of tests) reader.tables(test);
  return [...problems, ...reader.problems];
}
