import { Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { mayCall } from '../access/may-call.js';
import { QuernError } from '../errors/quern-error.js';
import { type LoadedEndpoint, Registry } from './registry.service.js';

/** Finds endpoints for a key: only callable ones exist for it. */
@Injectable()
export class VisibleEndpoints {
  constructor(private readonly registry: Registry) {}

  list(key: Key): readonly LoadedEndpoint[] {
    return this.registry.list().filter(({ endpoint }) => mayCall(key, endpoint));
  }

  /**
   * Finds an endpoint by id or name.
   *
   * @throws QuernError `endpoint_not_found` for one that is not there, and in the same words for one that the key may not call
   */
  find(key: Key, reference: string): LoadedEndpoint {
    const found = this.findIfVisible(key, reference);
    if (found) return found;
    throw new QuernError(
      'endpoint_not_found',
      'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
    );
  }

  findIfVisible(key: Key, reference: string): LoadedEndpoint | undefined {
    const loaded = this.registry.findIfServed(reference);
    // Scopes are compared for unknown endpoints too, so that the time of an answer does not distinguish them.
    const isVisible = mayCall(key, loaded?.endpoint ?? { id: reference, name: reference, bound: [], parameters: [] });
    return isVisible ? loaded : undefined;
  }
}
