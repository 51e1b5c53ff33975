import { All, Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { isAdmin, type Key } from '../access/key.js';
import { Caller } from '../access/caller.decorator.js';
import { type ListedContract } from '../contract/listing/listed-endpoint.js';
import { type Part, wantedPart } from '../contract/listing/part.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { CallableEndpoints } from './callable-endpoints.service.js';
import { type ListedPart } from './listed-part.js';
import { EndpointListing } from './endpoint-listing.service.js';

/** The read-only listing: for keys with the scope `admin` all that is loaded, for others what they may call. */
@Controller('api/endpoints')
export class EndpointsController {
  constructor(
    private readonly callable: CallableEndpoints,
    private readonly listing: EndpointListing,
    private readonly unsent: UnsentBytes,
  ) {}

  @Get()
  @Header('Cache-Control', 'no-store')
  async list(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    const part = wantedPart(request.url);
    const isHead = request.method === 'HEAD';
    // A HEAD says of the list what is known without making it.
    const listed = isHead ? this.ifKept(key, part) : await this.made(key, part);
    response.type('json');
    if (!listed) {
      response.end();
      return;
    }
    const { body, next } = listed;
    if (!isHead) this.unsent.needRoomFor(body, key.id);
    if (next !== undefined) response.setHeader('Link', `<${next}>; rel="next"`);
    response.send(body);
    if (!isHead && !response.writableFinished) this.unsent.add(body, key.id, request, response);
  }

  @Get(':endpoint')
  @Header('Cache-Control', 'no-store')
  async show(@Caller() key: Key, @Param('endpoint') reference: string): Promise<{ result: ListedContract }> {
    return { result: isAdmin(key) ? await this.listing.show(reference) : this.callable.show(key, reference) };
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

  private async made(key: Key, part: Part): Promise<ListedPart> {
    return isAdmin(key) ? this.listing.list(key, part) : this.callable.list(key, part);
  }

  /** What an operator is told is another with each call. */
  private ifKept(key: Key, part: Part): ListedPart | undefined {
    return isAdmin(key) ? undefined : this.callable.ifKept(key, part);
  }
}
