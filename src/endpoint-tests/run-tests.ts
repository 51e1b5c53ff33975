import type { FixtureTables } from '../engines/fixture-engine.js';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import { InvalidEndpoints } from '../registry/invalid-endpoints.js';
import type { LoadedEndpoint } from '../registry/registry.service.js';
import { checkOutcome, type Outcome } from './check-outcome.js';
import { differenceText } from './difference-text.js';
import { FixtureTableReader } from './fixture-table-reader.js';
import { findTests } from './test-suite.js';
import type { TestEnvironment } from './test-environment.js';

export interface TestResult {
  readonly endpoint: Endpoint;
  readonly test: EndpointTest;
  readonly engine: string;
  readonly milliseconds: number;
  readonly outcome: Outcome;
  /** Differences from the expected outcome, in lines; none where the case has passed. */
  readonly failures: readonly string[];
}

interface TestRun {
  readonly loaded: LoadedEndpoint;
  readonly test: EndpointTest;
  readonly tables: FixtureTables;
}

/**
 * Runs the cases of some endpoints, and reports each result as it comes.
 *
 * @throws InvalidEndpoints with every problem of their test files, before the first case is run.
 */
export async function runTests(
  environment: TestEnvironment,
  choice: TestChoice,
  onResult: (result: TestResult) => void,
): Promise<void> {
  for (const { loaded, test, tables } of await prepare(environment, choice)) {
    let first: Outcome | undefined;
    for (const runner of environment.runners) {
      const started = performance.now();
      const outcome = await runner.run(loaded, test, tables);
      const milliseconds = performance.now() - started;
      const failures = [
        ...checkOutcome(test.expected, outcome),
        ...(first ? engineDifferences(first, outcome, test) : []),
      ];
      first ??= outcome;
      onResult({ endpoint: loaded.endpoint, test, engine: runner.name, milliseconds, outcome, failures });
    }
  }
}

/** Reads all cases of these endpoints, also those that are not run now, so that mistakes in them are found. */
async function prepare(
  { schemas, registry }: TestEnvironment,
  { folder, only, filter }: TestChoice,
): Promise<TestRun[]> {
  const { suites, problems } = await findTests(only ? undefined : folder, only ?? registry.list());
  const reader = new FixtureTableReader(schemas);
  const runs = suites.flatMap(({ loaded, tests }) =>
    tests.map((test): TestRun => ({ loaded, test, tables: reader.tables(test) })),
  );
  const found = [...problems, ...reader.problems];
  if (found.length > 0) throw new InvalidEndpoints(found);
  const part = filter.toLowerCase();
  return runs.filter(({ test }) => test.name.toLowerCase().includes(part));
}

export interface TestChoice {
  readonly folder: string;
  /** Endpoints to test; undefined: all. */
  readonly only: readonly LoadedEndpoint[] | undefined;
  /** A part of the names of cases, upper or lower case. */
  readonly filter: string;
}

/** The differences between two engines' rows. Errors are not compared: the case says which error it expects. */
function engineDifferences(first: Outcome, second: Outcome, { expected }: EndpointTest): readonly string[] {
  if ('error' in first || 'error' in second) return [];
  const lines = differenceText(first.rows, second.rows, expected.unordered);
  return lines.length === 0 ? [] : ['the engines answer differently', ...lines.map((line) => `  ${line}`)];
}
