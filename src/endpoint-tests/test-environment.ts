import type { Settings } from '../config/settings.js';
import { createEmbeddedFixtureEngine, createFixtureEngine } from '../engines/create-fixture-engine.js';
import type { TableSchema } from '../engines/fixture-engine.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Runner } from '../execution/runner.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
import { TestRunner } from './test-runner.js';

/** What the tests of endpoint files need, opened once for all of them. */
export interface TestEnvironment {
  /** One for each engine, in the order in which the engines were named. */
  readonly runners: readonly TestRunner[];
  readonly schemas: ReadonlyMap<string, TableSchema>;
  readonly endpoints: readonly LoadedEndpoint[];
}

/**
 * Opens the engines of these names over fixtures, does the work, and closes them.
 *
 * @throws InvalidEndpoints when an endpoint file is not fit to be served, let alone tested.
 */
export async function withTestEnvironment<T>(
  served: Settings,
  engines: readonly Settings['engine'][],
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  // What is expected is written once, whatever a deployment's clients want.
  const settings: Settings = { ...served, timestamps: 'iso8601', numbers: 'exact' };
  let now = new Date(0);
  const clock = () => now;
  const embedded = createEmbeddedFixtureEngine(settings, clock);
  // The schemas of the tables come from the embedded engine, wherever the queries run.
  await embedded.open('check');
  const fixtureEngines = engines.map((engine) => createFixtureEngine({ ...settings, engine }, embedded, clock));
  try {
    for (const engine of fixtureEngines) if (engine !== embedded) await engine.open('run');
    const registry = new Registry(settings, fixtureEngines[0] ?? embedded);
    await registry.open();
    const runners = fixtureEngines.map(
      (engine) =>
        new TestRunner(engine, new Runner(engine, clock, new EndpointStats(), settings), (instant) => {
          now = instant;
        }),
    );
    return await work({ runners, schemas: embedded.schemas, endpoints: registry.list() });
  } finally {
    for (const engine of new Set([embedded, ...fixtureEngines])) await engine.close();
  }
}
