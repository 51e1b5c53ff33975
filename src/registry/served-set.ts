import { type Endpoint } from '../endpoint-files/endpoint.js';
import { type LoadedEndpoint } from './servable.js';

/** Endpoints, found by id or by name in constant time. It never changes. */
export class ServedSet {
  private readonly ids: ReadonlyMap<string, LoadedEndpoint>;
  private readonly names: ReadonlyMap<string, LoadedEndpoint>;
  private sorted: readonly LoadedEndpoint[] | undefined;

  constructor(endpoints: readonly LoadedEndpoint[]) {
    this.ids = new Map(endpoints.map((loaded) => [loaded.endpoint.id, loaded]));
    this.names = new Map(endpoints.map((loaded) => [loaded.endpoint.name, loaded]));
  }

  byId(id: string): LoadedEndpoint | undefined {
    return this.ids.get(id);
  }

  byName(name: string): LoadedEndpoint | undefined {
    return this.names.get(name);
  }

  /** All endpoints in the order of their names; sorted on first use. */
  get inOrder(): readonly LoadedEndpoint[] {
    this.sorted ??= [...this.names.values()].sort((a, b) => (a.endpoint.name < b.endpoint.name ? -1 : 1));
    return this.sorted;
  }

  /** Endpoints that another set does not have as they are defined here. */
  without(other: ServedSet): readonly Endpoint[] {
    return [...this.ids.values()]
      .map(({ endpoint }) => endpoint)
      .filter((endpoint) => other.byId(endpoint.id)?.endpoint !== endpoint);
  }
}
