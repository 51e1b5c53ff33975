import { Injectable } from '@nestjs/common';
import { covers, type Key } from '../access/key.js';
import { QuernError } from '../errors/quern-error.js';
import { type Endpoint } from '../endpoint-files/endpoint.js';
import { Registry } from '../registry/registry.service.js';

/** Finds endpoints for a key, to which only those exist that its scopes name. */
@Injectable()
export class VisibleEndpoints {
  constructor(private readonly registry: Registry) {}

  /**
   * By id or name.
   *
   * @throws QuernError `endpoint_not_found` for one that is not there, and in the same words for one that no scope names
   */
  find(key: Key, reference: string): Endpoint {
    const endpoint = this.registry.findIfServed(reference)?.endpoint;
    // The scopes are compared in both cases, so that the time it takes does not tell them apart.
    const isCovered = covers(key, endpoint ?? { id: reference, name: reference });
    if (endpoint && isCovered) return endpoint;
    throw new QuernError('endpoint_not_found', 'There is no endpoint with this id or name that this key may call.');
  }
}
