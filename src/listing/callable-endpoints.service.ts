import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { Settings } from '../config/settings.js';
import { listedContract, type ListedContract } from '../contract/listing/listed-endpoint.js';
import { mayCall } from '../access/may-call.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { type ListedPart, listedPart } from './listed-part.js';
import { AnswersByRights } from '../registry/answers-by-rights.js';
import { VisibleEndpoints } from '../registry/visible-endpoints.service.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

@Injectable()
export class CallableEndpoints {
  /** `{"result":[…]}`; the same bytes for all callers, so that clients that read nothing share them. */
  readonly lists: AnswersByRights<ListedPart>;

  constructor(
    private readonly visible: VisibleEndpoints,
    registry: Registry,
    answers: LongAnswers,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    this.lists = new AnswersByRights(
      registry,
      answers,
      async (served, key, part) =>
        listedPart(served, part, (loaded) => mayCall(key, loaded.endpoint) && this.describe(loaded, key)),
      ({ body }) => body.length,
    );
  }

  /** @throws QuernError `endpoint_not_found` */
  show(key: Key, reference: string): ListedContract {
    return this.describe(this.visible.find(key, reference), key);
  }

  private describe(loaded: LoadedEndpoint, key: Key): ListedContract {
    return listedContract(loaded, key, this.settings);
  }
}
