import { Injectable } from '@nestjs/common';
import { covers, isAdmin, type Key } from '../access/key.js';
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
   * @throws QuernError `endpoint_not_found` for one that is not there, and in the same words for one that the key may not call; a key
   *   that may see every endpoint is told of the binding that it lacks
   */
  find(key: Key, reference: string): LoadedEndpoint {
    const found = this.findIfVisible(key, reference);
    if (found) return found;
    throw new QuernError(
      'endpoint_not_found',
      this.lackOf(key, reference) ??
        'There is no endpoint with this id or name that this key may call; `GET /api/endpoints` lists what it may.',
    );
  }

  private lackOf(key: Key, reference: string): string | undefined {
    const endpoint = isAdmin(key) ? this.registry.findIfServed(reference)?.endpoint : undefined;
    if (!endpoint || !covers(key, endpoint)) return undefined;
    const lacks = endpoint.bound.filter((name) => !key.bind.has(name)).map((name) => `\`${name}\``);
    if (lacks.length === 0) return undefined;
    return `This endpoint is there only for keys that are bound to ${lacks.join(', ')}; \`quern keys create\` has \`--bind\`.`;
  }

  findIfVisible(key: Key, reference: string): LoadedEndpoint | undefined {
    const loaded = this.registry.findIfServed(reference);
    // Scopes are compared for unknown endpoints too, so that the time of an answer does not distinguish them.
    const isVisible = mayCall(key, loaded?.endpoint ?? { id: reference, name: reference, bound: [], parameters: [] });
    return isVisible ? loaded : undefined;
  }
}
