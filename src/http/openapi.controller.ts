import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from './request-caller.js';
import { type Key } from '../access/key.js';
import { wantedPart } from '../contract/listing/part.js';
import { methodNotAllowed } from '../errors/method-not-allowed.js';
import { OpenApiDocuments } from './openapi-documents.service.js';
import { acceptedCoding } from './request/accepted.js';
import { headWith, inCoding, JSON_TYPE, linkToNext, Replies } from './replies.service.js';

/** `GET /api/openapi.json`: the endpoints that the caller's key may call, and no others. */
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(
    private readonly openApi: OpenApiDocuments,
    private readonly replies: Replies,
  ) {}

  @Get()
  async document(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    const part = wantedPart(request.url);
    const isHead = request.method === 'HEAD';
    // A HEAD gets only fields that are known without making the document.
    const { documents } = this.openApi;
    const document = isHead ? documents.ifKept(key, part) : await documents.of(key, part);
    const sent = document && inCoding(document, acceptedCoding(request.headers['accept-encoding']));
    const head = headWith(
      {
        'Cache-Control': 'private, no-cache',
        Vary: 'Accept-Encoding, Authorization, Origin, X-API-KEY',
        Link: linkToNext(document?.next),
      },
      { type: JSON_TYPE, ...sent?.said },
    );
    this.replies.send(request, response, this.replies.replyTo(request, head, sent?.bytes, key.id));
  }

  @All()
  other(): never {
    throw methodNotAllowed();
  }
}
