import { All, Controller, Get, Header, Param, Req, Res, Inject, Injectable } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { isAdmin, type Key } from '../access/key.js';
import { Caller } from './request-caller.js';
import { type ListedContract } from '../contract/listing/listed-endpoint.js';
import { type Part, wantedPart } from '../contract/listing/part.js';
import { methodNotAllowed } from '../errors/quern-error.js';
import { CallableEndpoints, EndpointListing } from '../listing/endpoint-listing.service.js';
import { type ListedPart } from '../listing/listed-part.js';
import { headWith, JSON_TYPE, linkToNext, Replies, inCoding } from './replies.service.js';
import { acceptedCoding } from './request/directives.js';
import { createHash } from 'node:crypto';
import { type Coded } from '../cache/cached-result.js';
import { packageVersion } from '../config/package-root.js';
import { Settings } from '../config/settings.js';
import { openApiText } from '../contract/openapi/document.js';
import { Turns } from '../engines/turns.js';
import { joinedBytes } from '../execution/body/joined-bytes.js';
import { contentHash, encodeBody } from '../execution/body/result-body.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { MadeForRights } from '../registry/made-for-rights.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

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
    return isAdmin(key) ? this.listing.list(key, part) : this.callable.list(key, part);
  }

  /** Returns no list for an operator, whose list differs with each call. */
  private ifKept(key: Key, part: Part): ListedPart | undefined {
    return isAdmin(key) ? undefined : this.callable.ifKept(key, part);
  }
}

export interface OpenApiDocument {
  readonly body: Buffer;
  readonly coded: Coded;
  readonly hash: string;
  /** The query string of the next part. */
  readonly next: string | undefined;
}

/** Makes the document of the endpoints that a key may call, once for each set of endpoints that is served. */
@Injectable()
export class OpenApiDocuments {
  private readonly version = packageVersion();
  private readonly documents: MadeForRights<OpenApiDocument>;

  constructor(
    registry: Registry,
    answers: LongAnswers,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    this.documents = new MadeForRights(
      registry,
      answers,
      async (served, key, part) => this.make(served, key, part),
      bytesOf,
    );
  }

  async of(key: Key, part: Part): Promise<OpenApiDocument> {
    return this.documents.of(key, part);
  }

  ifKept(key: Key, part: Part): OpenApiDocument | undefined {
    return this.documents.ifKept(key, part);
  }

  private async make(endpoints: readonly LoadedEndpoint[], key: Key, part: Part): Promise<OpenApiDocument> {
    const turns = new Turns();
    const pieces: Buffer[] = [];
    const sha256 = createHash('sha256');
    const text = openApiText(endpoints, key, { formats: this.settings, version: this.version, part });
    let step = text.next();
    for (; step.done !== true; step = text.next()) {
      const piece = Buffer.from(step.value);
      if (piece.length > 0) pieces.push(piece);
      sha256.update(piece);
      if (turns.isOver()) await turns.next();
    }
    const body = await joinedBytes(pieces);
    return { body, coded: await encodeBody(body), hash: contentHash(sha256), next: step.value };
  }
}

function bytesOf({ body, coded }: OpenApiDocument): number {
  return Object.values(coded).reduce((sum, { length }) => sum + length, body.length);
}

/** `GET /api/openapi.json`: the endpoints that the caller's key may call, and no others. */
@Controller('api/openapi.json')
export class OpenApiController {
  constructor(
    private readonly documents: OpenApiDocuments,
    private readonly replies: Replies,
  ) {}

  @Get()
  async document(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    const part = wantedPart(request.url);
    const isHead = request.method === 'HEAD';
    // A HEAD gets only fields that are known without making the document.
    const document = isHead ? this.documents.ifKept(key, part) : await this.documents.of(key, part);
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
