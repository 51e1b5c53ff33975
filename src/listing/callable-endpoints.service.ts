import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { type ColumnContract, contractOf } from '../contract/endpoint-contract.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Turns } from '../engines/turns.js';
import { MadeForRights } from '../execution/made-for-rights.js';
import { VisibleEndpoints } from '../execution/visible-endpoints.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';
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
  private readonly lists: MadeForRights<Buffer>;

  constructor(
    private readonly visible: VisibleEndpoints,
    registry: Registry,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    this.lists = new MadeForRights(
      registry,
      async (_, key) => this.make(key),
      ({ length }) => length,
    );
  }

  /** `{"result":[…]}`; the same bytes for all who ask, so that those who read nothing hold them once. */
  async list(key: Key): Promise<Buffer> {
    return this.lists.of(key);
  }

  /** @throws QuernError `endpoint_not_found` */
  show(key: Key, reference: string): CallableEndpoint {
    return this.describe(this.visible.find(key, reference), key);
  }

  private async make(key: Key): Promise<Buffer> {
    const turns = new Turns();
    const texts: string[] = [];
    for (const loaded of this.visible.list(key)) {
      texts.push(JSON.stringify(this.describe(loaded, key)));
      if (turns.isOver()) await turns.next();
    }
    return Buffer.from(`{"result":[${texts.join(',')}]}`);
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
