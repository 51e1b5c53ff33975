import { All, Controller, Get, Header, Param } from '@nestjs/common';
import { AccessService } from '../access/access.service.js';
import { type Key } from '../access/key.js';
import { Caller } from '../access/caller.decorator.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { EndpointListing, type ListedEndpoint, type ListedProblem } from './endpoint-listing.service.js';

/** The read-only listing of what is loaded, for keys with the scope `admin`. */
@Controller('api/endpoints')
export class EndpointsController {
  constructor(
    private readonly access: AccessService,
    private readonly listing: EndpointListing,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  list(@Caller() key: Key): { result: readonly ListedEndpoint[]; problems: readonly ListedProblem[] } {
    this.access.requireAdmin(key);
    return { result: this.listing.list(), problems: this.listing.problems() };
  }

  @Get(':endpoint')
  @Header('Cache-Control', 'no-store')
  show(@Caller() key: Key, @Param('endpoint') reference: string): { result: ListedEndpoint } {
    this.access.requireAdmin(key);
    return { result: this.listing.show(reference) };
  }

  @All(['', ':endpoint'])
  other(): never {
    throw methodNotAllowed();
  }
}
