import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { listedContract, type ListedContract } from '../contract/listing/listed-endpoint.js';
import { Turns } from '../engines/turns.js';
import { MadeForRights } from '../registry/made-for-rights.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

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
  show(key: Key, reference: string): ListedContract {
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

  private describe(loaded: LoadedEndpoint, key: Key): ListedContract {
    return listedContract(loaded, key, this.settings);
  }
}
