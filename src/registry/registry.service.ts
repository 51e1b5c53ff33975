import { Inject, Injectable } from '@nestjs/common';
import { Settings } from '../config/settings.js';
import { Engine } from '../engines/engine.js';
import { QuernError } from '../errors/quern-error.js';
import { checkEndpoint, type EndpointCheck } from './check-endpoint.js';
import { InvalidEndpoints } from './invalid-endpoints.js';
import { type Endpoint } from './endpoint.js';
import { loadEndpoints } from './load-endpoints.js';

/** An endpoint that is served, with the columns that it will answer with and what else its check has told. */
export type LoadedEndpoint = Omit<EndpointCheck, 'problems'>;

/** The endpoints that are served, found by id or by name. */
@Injectable()
export class Registry {
  private byId: ReadonlyMap<string, LoadedEndpoint> = new Map();
  private byName: ReadonlyMap<string, LoadedEndpoint> = new Map();

  constructor(
    @Inject(Settings) private readonly settings: Settings,
    @Inject(Engine) private readonly engine: Engine,
  ) {}

  /**
   * Reads every endpoint file and has the engine check each query.
   *
   * @throws InvalidEndpoints with every problem of every file.
   */
  async open(): Promise<void> {
    const { endpoints, problems } = await loadEndpoints(this.settings.endpointsPath);
    const checks: EndpointCheck[] = [];
    // One after the other: all at once would be more than an engine's queue takes.
    for (const endpoint of endpoints) checks.push(await checkEndpoint(endpoint, this.engine));
    const all = [...problems, ...checks.flatMap((check) => check.problems)];
    if (all.length > 0) throw new InvalidEndpoints(all);
    this.byId = new Map(checks.map((loaded) => [loaded.endpoint.id, loaded]));
    this.byName = new Map(checks.map((loaded) => [loaded.endpoint.name, loaded]));
  }

  byIdIfServed(id: string): Endpoint | undefined {
    return this.byId.get(id)?.endpoint;
  }

  /** Is this endpoint, as it is defined here, one of those that are served? */
  serves(endpoint: Endpoint): boolean {
    return this.byIdIfServed(endpoint.id) === endpoint;
  }

  /** In the order of their names. */
  list(): readonly LoadedEndpoint[] {
    return [...this.byName.values()].sort((a, b) => (a.endpoint.name < b.endpoint.name ? -1 : 1));
  }

  /**
   * By exact name, or by id in either case (a UUID's hex digits have none, RFC 9562 section 4).
   *
   * @throws QuernError `endpoint_not_found`
   */
  find(reference: string): LoadedEndpoint {
    const found = this.byName.get(reference) ?? this.byId.get(reference.toLowerCase());
    if (!found) throw new QuernError('endpoint_not_found', 'There is no endpoint with this id or name.');
    return found;
  }
}
