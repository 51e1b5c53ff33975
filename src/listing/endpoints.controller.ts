import { All, Controller, Get, Header, Param } from '@nestjs/common';
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
  list(@Caller() key: Key): Everything | { result: readonly CallableEndpoint[] } {
    if (!isAdmin(key)) return { result: this.callable.list(key) };
    return { result: this.listing.list(), problems: this.listing.problems() };
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
}
