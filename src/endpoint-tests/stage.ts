import type { GivenTables, Rehearsal } from '../engines/rehearsal.js';
import { QuernError } from '../errors/quern-error.js';
import { boundQuery } from '../execution/bound-query.js';
import type { Runner } from '../execution/runner.service.js';
import { bindParameters } from '../parameters/bind-parameters.js';
import type { EndpointTest } from '../endpoint-files/endpoint-test.js';
import type { LoadedEndpoint } from '../registry/registry.service.js';
import type { Outcome, Row } from './outcome.js';

/** Where cases are played: an engine with given rows, a clock that is set, and of the service what a call goes through. */
export class Stage {
  constructor(
    private readonly rehearsal: Rehearsal,
    private readonly runner: Runner,
    private readonly setClock: (now: Date) => void,
  ) {}

  get name(): string {
    return this.rehearsal.name;
  }

  async play({ endpoint, columns }: LoadedEndpoint, test: EndpointTest, tables: GivenTables): Promise<Outcome> {
    this.setClock(test.now);
    await this.rehearsal.give(tables);
    try {
      const { values } = bindParameters(endpoint.parameters, test.parameters);
      const run = { keyId: 'test', signal: new AbortController().signal };
      // Not by way of the cache, where the answer to the case before would be.
      const { result } = await this.runner.run(boundQuery(endpoint, values), run);
      const { result: rows } = JSON.parse(result.body.toString()) as { readonly result: readonly Row[] };
      const [first] = rows;
      return { rows, columns: first ? Object.keys(first) : columns.map(({ name }) => name) };
    } catch (error) {
      if (!(error instanceof QuernError)) throw error;
      return { error };
    }
  }
}
