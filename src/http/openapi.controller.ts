import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../access/caller.decorator.js';
import { type Key } from '../access/key.js';
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
    const { body, coded, hash } = await this.documents.of(key);
    const accepted = acceptedCoding(request.headers['accept-encoding']);
    const coding = accepted && coded[accepted] && accepted;
    const etag = etagOf(hash, coding);
    response.setHeader('Cache-Control', 'private, no-cache');
    response.setHeader('ETag', etag);
    response.setHeader('Vary', 'Accept-Encoding, Authorization, Origin, X-API-KEY');
    if (matches(request.headers['if-none-match'], etag)) {
      response.writeHead(304).end();
      return;
    }
    const sent = (coding && coded[coding]) ?? body;
    const isHead = request.method === 'HEAD';
    if (!isHead) this.unsent.needRoomFor(sent, key.id);
    response.setHeader('Content-Type', 'application/json; charset=utf-8');
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
