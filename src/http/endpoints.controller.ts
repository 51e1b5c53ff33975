import { All, Controller, Get, Header, Param, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { isAdmin, type Key } from '../access/key.js';
import { Caller } from './request-caller.js';
import { type ListedContract } from '../contract/listing/listed-endpoint.js';
import { type Part, wantedPart } from '../contract/listing/part.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { CallableEndpoints } from '../listing/callable-endpoints.service.js';
import { EndpointListing } from '../listing/endpoint-listing.service.js';
import { type ListedPart } from '../listing/listed-part.js';
import { headWith, JSON_TYPE, linkToNext, Replies } from './replies.service.js';

/** The read-only listing: all loaded endpoints for keys with the scope `admin`, the callable ones for others. */
@Controller('api/endpoints')
export class EndpointsController {
  constructor(
    private readonly callable: CallableEndpoints,
    private readonly listing: EndpointListing,
    private readonly replies: Replies,
  ) {}

  @Get()
  async list(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    const part = wantedPart(request.url);
    const isHead = request.method === 'HEAD';
    // A HEAD gets only fields that are known without making the list.
    const listed = isHead ? this.ifKept(key, part) : await this.made(key, part);
    const fields = { 'Cache-Control': 'no-store', Link: linkToNext(listed?.next) };
    const head = headWith(fields, { type: JSON_TYPE, ...(listed && { length: listed.body.length }) });
    this.replies.send(request, response, this.replies.replyTo(request, head, listed?.body, key.id));
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
    // A hidden endpoint is hidden from the key for any method.
    if (!isAdmin(key)) this.callable.show(key, reference);
    throw methodNotAllowed();
  }

  private async made(key: Key, part: Part): Promise<ListedPart> {
    return isAdmin(key) ? this.listing.list(key, part) : this.callable.lists.of(key, part);
  }

  /** Returns no list for an operator, whose list differs with each call. */
  private ifKept(key: Key, part: Part): ListedPart | undefined {
    return isAdmin(key) ? undefined : this.callable.lists.ifKept(key, part);
  }
}
