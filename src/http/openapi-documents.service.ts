import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { type Coded } from '../cache/cached-result.js';
import { packageVersion } from '../config/package-root.js';
import { Settings } from '../config/settings.js';
import { openApiText } from '../contract/openapi/document.js';
import { Turns } from '../engines/turns.js';
import { MadeForRights } from '../registry/made-for-rights.js';
import { contentHash, encodeBody } from '../execution/body/result-body.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

/** An OpenAPI document, ready to be sent. */
export interface OpenApiDocument {
  readonly body: Buffer;
  readonly coded: Coded;
  readonly hash: string;
}

/** Makes the document of what a key may call, once for each set of endpoints that is served. */
@Injectable()
export class OpenApiDocuments {
  private readonly version = packageVersion();
  private readonly documents: MadeForRights<OpenApiDocument>;

  constructor(
    registry: Registry,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    this.documents = new MadeForRights(registry, async (served, key) => this.make(served, key), bytesOf);
  }

  async of(key: Key): Promise<OpenApiDocument> {
    return this.documents.of(key);
  }

  private async make(endpoints: readonly LoadedEndpoint[], key: Key): Promise<OpenApiDocument> {
    const turns = new Turns();
    const pieces: string[] = [];
    for (const piece of openApiText(endpoints, key, { formats: this.settings, version: this.version })) {
      pieces.push(piece);
      if (turns.isOver()) await turns.next();
    }
    const body = Buffer.from(pieces.join(''));
    const hash = contentHash(createHash('sha256').update(body));
    return { body, coded: await encodeBody(body), hash };
  }
}

function bytesOf({ body, coded }: OpenApiDocument): number {
  return Object.values(coded).reduce((sum, { length }) => sum + length, body.length);
}
