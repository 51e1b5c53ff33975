import type { FixtureTables, FixtureEngine } from '../engines/fixture-engine.js';
import { QuernError } from '../errors/quern-error.js';
import { boundQuery } from '../execution/bound-query.js';
import type { Runner } from '../execution/runner.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import type { Endpoint } from '../endpoint-files/endpoint.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import type { LoadedEndpoint } from '../registry/registry.service.js';
import type { Outcome, ResultRow } from './outcome.js';

/** Runs tests on one engine: over their rows, at their time, by the stages of a call behind the cache. */
export class TestRunner {
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
      const { values } = bindParameters(endpoint.parameters, test.parameters);
      const run = { caller: 'test', cause: 'client', signal: new AbortController().signal } as const;
      // The cache would answer with the rows of the test before, since these are no part of its key.
      const { result } = await this.runner.run(boundQuery(withExactNumbers(endpoint), values), run);
      const { result: rows } = JSON.parse(result.body.toString()) as { readonly result: readonly ResultRow[] };
      const [first] = rows;
      return { rows, columns: first ? Object.keys(first) : columns.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof QuernError)) throw error;
      return { error };
    }
  }
}

/** What is expected is written once: neither the settings nor a column's `json` change it, and no digit is lost in parsing. */
function withExactNumbers(endpoint: Endpoint): Endpoint {
  return { ...endpoint, columns: endpoint.columns?.map((column) => ({ ...column, json: undefined })) };
}
