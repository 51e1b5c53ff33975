import { All, Controller, Get, Header, Param, Res } from '@nestjs/common';
import { type Response } from 'express';
import { isAdmin, type Key } from '../access/key.js';
import { Caller } from '../access/caller.decorator.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { type CallableEndpoint, CallableEndpoints } from './callable-endpoints.service.js';
import { EndpointListing, type ListedEndpoint, type ListedProblem } from './endpoint-listing.service.js';

interface Everything {
  readonly result: readonly ListedEndpoint[];
  readonly problems: readonly ListedProblem[];
}

/** The read-only listing: for keys with the scope `admin` all that is loaded, for others what they may call. */
@Controller('api/endpoints')
export class EndpointsController {
  constructor(
    private readonly callable: CallableEndpoints,
    private readonly listing: EndpointListing,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async list(@Caller() key: Key, @Res() response: Response): Promise<void> {
    if (isAdmin(key)) response.json(this.everything());
    else response.type('json').send(await this.callable.list(key));
  }

  @Get(':endpoint')
  @Header('Cache-Control', 'no-store')
  show(@Caller() key: Key, @Param('endpoint') reference: string): { result: ListedEndpoint | CallableEndpoint } {
    return { result: isAdmin(key) ? this.listing.show(reference) : this.callable.show(key, reference) };
  }

  @All()
  otherOfAll(): never {
    throw methodNotAllowed();
  }

  @All(':endpoint')
  otherOfOne(@Caller() key: Key, @Param('endpoint') reference: string): never {
    // What is not there for a key is not there for any method.
    if (!isAdmin(key)) this.callable.show(key, reference);
    throw methodNotAllowed();
  }

  private everything(): Everything {
    return { result: this.listing.list(), problems: this.listing.problems() };
  }
}
