import { Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { VisibleEndpoints } from '../execution/visible-endpoints.service.js';
import { type LoadedEndpoint } from '../registry/registry.service.js';
import { EndpointListing, listedParameter, type ListedEndpoint } from './endpoint-listing.service.js';

type Shown = 'id' | 'name' | 'description' | 'max_rows' | 'caching' | 'sandboxing' | 'sandbox_dialect';

/** What a caller is told of an endpoint: what it takes and gives, in the words of the whole listing, and nothing of how. */
export interface CallableEndpoint extends Pick<ListedEndpoint, Shown> {
  /** Without those that the key is bound to, whose values a caller cannot choose. */
  readonly parameters: readonly object[];
  /** Null while the engine could not be asked about them. */
  readonly columns: ListedEndpoint['columns'] | null;
}

/** Lists for a key the endpoints that it may call, and no others. */
@Injectable()
export class CallableEndpoints {
  constructor(
    private readonly visible: VisibleEndpoints,
    private readonly listing: EndpointListing,
  ) {}

  list(key: Key): readonly CallableEndpoint[] {
    return this.visible.list(key).map((loaded) => this.describe(loaded, key));
  }

  /** @throws QuernError `endpoint_not_found` */
  show(key: Key, reference: string): CallableEndpoint {
    return this.describe(this.visible.find(key, reference), key);
  }

  private describe(loaded: LoadedEndpoint, { bind }: Key): CallableEndpoint {
    const listed = this.listing.describe(loaded);
    const free = loaded.endpoint.parameters.filter(({ name }) => !bind.has(name));
    // Field by field: what the listing gets one day is for operators, unless it is put here as well.
    return {
      id: listed.id,
      name: listed.name,
      description: listed.description,
      parameters: free.map((declaration) => ({ ...listedParameter(declaration), log: undefined })),
      columns: listed.unchecked === null ? listed.columns : null,
      max_rows: listed.max_rows,
      caching: listed.caching,
      sandboxing: listed.sandboxing,
      sandbox_dialect: listed.sandbox_dialect,
    };
  }
}
