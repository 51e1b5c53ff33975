import { type Settings } from '../config/settings.js';
import { createEmbeddedFixtureEngine, createFixtureEngine } from '../engines/create-fixture-engine.js';
import { type TableSchema, type FixtureTables, type FixtureEngine } from '../engines/fixture-engine.js';
import { EndpointStats } from '../execution/endpoint-stats.service.js';
import { Runner } from '../execution/runner.service.js';
import { Registry, type LoadedEndpoint } from '../registry/registry.service.js';
import { QuernError } from '../errors/quern-error.js';
import { boundQuery } from '../execution/bound-query.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type EndpointTest } from '../endpoint-files/endpoint-test.js';
import { type Outcome, type ResultRow } from './check-outcome.js';

/** Runs tests on one engine: over their rows, at their time, by the stages of a call behind the cache. */
class TestRunner {
  constructor(
    private readonly engine: FixtureEngine,
    private readonly runner: Runner,
    private readonly setClock: (now: Date) => void,
  ) {}

  get name(): string {
    return this.engine.name;
  }

  async run({ endpoint, columns }: LoadedEndpoint, test: EndpointTest, tables: FixtureTables): Promise<Outcome> {
    this.setClock(test.now);
    await this.engine.load(tables);
    try {
      const { values } = bindParameters(endpoint.parameters, test.parameters, undefined, { now: test.now });
      const origin = { caller: 'test', cause: 'client' } as const;
      const { signal } = new AbortController();
      // The cache would answer with the rows of the test before, since these are no part of its key.
      const { result } = await this.runner.run(boundQuery(withExactNumbers(endpoint), values), origin, { signal });
      const { result: rows } = JSON.parse(result.body.toString()) as { readonly result: readonly ResultRow[] };
      const [first] = rows;
      return { rows, columns: first ? Object.keys(first) : columns.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof QuernError)) throw error;
      return { error };
    }
  }
}

/**
 * Fixes the format of numbers, since expected rows are written once: neither settings nor a column's `json` change them, and parsing loses
 * no digit.
 */
function withExactNumbers(endpoint: Endpoint): Endpoint {
  return { ...endpoint, columns: endpoint.columns?.map((column) => ({ ...column, json: undefined })) };
}

/** Logger without output: the caller of the tests reports problems. */
const SILENT = { log: () => undefined, warn: () => undefined };

export interface TestEnvironment {
  /** One runner for each engine, in the order in which the engines were named. */
  readonly runners: readonly TestRunner[];
  readonly schemas: ReadonlyMap<string, TableSchema>;
  readonly registry: Registry;
}

/**
 * Opens the engines of these names over fixtures, does the work, and closes them.
 *
 * @throws InvalidEndpoints when an endpoint file is not fit to be served, let alone tested; with `references`, when one of theirs is not.
 */
export async function withTestEnvironment<T>(
  served: Settings,
  { engines, references }: { readonly engines: readonly Settings['engine'][]; readonly references: readonly string[] },
  work: (environment: TestEnvironment) => Promise<T>,
): Promise<T> {
  // Expected rows are written once, for any deployment's clients.
  const settings: Settings = { ...served, timestamps: 'iso8601', numbers: 'exact' };
  let now = new Date(0);
  const clock = () => now.getTime();
  const embedded = await createEmbeddedFixtureEngine(settings, clock);
  // The schemas of the tables come from the embedded engine, wherever the queries run.
  await embedded.open('check');
  const fixtureEngines = await Promise.all(
    engines.map(async (engine) => createFixtureEngine({ ...settings, engine }, embedded, clock)),
  );
  try {
    for (const engine of fixtureEngines) if (engine !== embedded) await engine.open('run');
    const registry = new Registry(settings, fixtureEngines[0] ?? embedded, SILENT);
    await (references.length === 0 ? registry.open() : registry.openFor(...references));
    const runners = fixtureEngines.map(
      (engine) =>
        new TestRunner(engine, new Runner(engine, clock, new EndpointStats(), settings), (instant) => {
          now = instant;
        }),
    );
    return await work({ runners, schemas: embedded.schemas, registry });
  } finally {
    for (const engine of new Set([embedded, ...fixtureEngines])) await engine.close();
  }
}
