import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../access/caller.decorator.js';
import { type Key } from '../access/key.js';
import { wantedPart } from '../contract/listing/part.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { UnsentBytes } from '../limits/unsent-bytes.service.js';
import { OpenApiDocuments } from './openapi-documents.service.js';
import { acceptedCoding } from './request/content-coding.js';
import { matches } from './respond.js';
import { etagOf } from './response-head.js';

/** `GET /api/openapi.json`: what the caller's key may call, and nothing of what it may not. */
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(
    private readonly documents: OpenApiDocuments,
    private readonly unsent: UnsentBytes,
  ) {}

  @Get()
  async document(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    const part = wantedPart(request.url);
    const isHead = request.method === 'HEAD';
    // A HEAD says of the document what is known without making it.
    const document = isHead ? this.documents.ifKept(key, part) : await this.documents.of(key, part);
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const coding = accepted && document?.coded[accepted] && accepted;
    const sent = (coding && document.coded[coding]) ?? document?.body;
    const etag = document && etagOf(document.hash, coding);
    const isKnown = etag !== undefined && matches(request.headers['if-none-match'], etag);
    // Before there are header fields, which a refusal would have as well.
    if (sent && !isHead && !isKnown) this.unsent.needRoomFor(sent, key.id);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('Vary', 'Accept-Encoding, Authorization, Origin, X-API-KEY');
    if (etag !== undefined) response.setHeader('ETag', etag);
    if (document?.next !== undefined) response.setHeader('Link', `<${document.next}>; rel="next"`);
    if (isKnown) {
      response.writeHead(304).end();
      return;
    }
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
    if (!sent) {
      response.writeHead(200).end();
      return;
    }
    response.setHeader('Content-Length', sent.length);
    if (coding !== undefined) response.setHeader('Content-Encoding', coding);
    response.writeHead(200).end(isHead ? undefined : sent);
    if (!isHead && !response.writableFinished) this.unsent.add(sent, key.id, request, response);
  }

  @All()
  other(): never {
    throw methodNotAllowed();
  }
}
