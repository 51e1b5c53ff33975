import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { type ColumnContract, contractOf } from '../contract/endpoint-contract.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { VisibleEndpoints } from '../execution/visible-endpoints.service.js';
import { type LoadedEndpoint } from '../registry/registry.service.js';
import { listedParameter, type ListedEndpoint } from './endpoint-listing.service.js';

type Shown = 'id' | 'name' | 'description' | 'max_rows' | 'caching' | 'sandboxing' | 'sandbox_dialect';

/** What a caller is told of an endpoint: its contract, in the words of the whole listing. */
export interface CallableEndpoint extends Pick<ListedEndpoint, Shown> {
  /** In the words of the file, and each with the schema of its values. */
  readonly parameters: readonly object[];
  /** Null while the engine could not be asked about them. */
  readonly columns: readonly CallableColumn[] | null;
}

interface CallableColumn extends Omit<ColumnContract, 'description'> {
  readonly description: string | null;
}

/** Lists for a key the endpoints that it may call, and no others. */
@Injectable()
export class CallableEndpoints {
  constructor(
    private readonly visible: VisibleEndpoints,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  list(key: Key): readonly CallableEndpoint[] {
    return this.visible.list(key).map((loaded) => this.describe(loaded, key));
  }

  /** @throws QuernError `endpoint_not_found` */
  show(key: Key, reference: string): CallableEndpoint {
    return this.describe(this.visible.find(key, reference), key);
  }

  private describe(loaded: LoadedEndpoint, key: Key): CallableEndpoint {
    const { timestamps, numbers } = this.settings;
    const contract = contractOf(loaded, key, { timestamps, numbers });
    const { endpoint } = loaded;
    return {
      id: contract.id,
      name: contract.name,
      description: contract.description ?? null,
      parameters: contract.parameters.map(({ name, schema }) => ({ ...inWordsOfTheFile(endpoint, name), schema })),
      columns: contract.columns?.map((column) => ({ ...column, description: column.description ?? null })) ?? null,
      max_rows: contract.maxRows,
      caching: contract.cachingSeconds ?? 'disabled',
      sandboxing: contract.sandboxing === undefined ? 'disabled' : 'enabled',
      sandbox_dialect: contract.sandboxing ?? null,
    };
  }
}

/** But for whether its values are logged, which is the operator's concern. */
function inWordsOfTheFile({ parameters }: Endpoint, name: string): object {
  const declaration = parameters.find((each) => each.name === name);
  return declaration ? { ...listedParameter(declaration), log: undefined } : {};
}
