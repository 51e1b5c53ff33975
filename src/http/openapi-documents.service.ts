import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Key } from '../access/key.js';
import { type Coded } from '../cache/cached-result.js';
import { packageVersion } from '../config/package-root.js';
import { Settings } from '../config/settings.js';
import { openApiText } from '../contract/openapi/document.js';
import { Turns } from '../engines/turns.js';
import { encodeBody } from '../execution/result-body.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

/** An OpenAPI document, ready to be sent. */
export interface OpenApiDocument {
  readonly body: Buffer;
  readonly coded: Coded;
  readonly hash: string;
}

/** Bytes of documents that are kept: with many keys and endpoints all of them would be more than their worth. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Makes the document of what a key may call, once for each set of endpoints that is served. */
@Injectable()
export class OpenApiDocuments {
  private readonly version = packageVersion();
  /** By what their keys may do. */
  private readonly kept = new LRUCache<string, OpenApiDocument>({ maxSize: MOST_BYTES, sizeCalculation: bytesOf });
  private readonly underWay = new Map<string, Promise<OpenApiDocument>>();
  /** What the kept ones are of. */
  private served: readonly LoadedEndpoint[] = [];

  constructor(
    private readonly registry: Registry,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  /** Whoever asks while one is being made waits for the same. */
  async of(key: Key): Promise<OpenApiDocument> {
    const served = this.registry.list();
    // A change of the files makes another list.
    if (served !== this.served) {
      this.kept.clear();
      this.underWay.clear();
    }
    this.served = served;
    const rights = JSON.stringify([key.scopes, [...key.bind]]);
    const kept = this.kept.get(rights) ?? this.underWay.get(rights);
    if (kept) return kept;
    const making = this.make(served, key);
    this.underWay.set(rights, making);
    try {
      const made = await making;
      if (this.served === served) this.kept.set(rights, made);
      return made;
    } finally {
      if (this.underWay.get(rights) === making) this.underWay.delete(rights);
    }
  }

  private async make(endpoints: readonly LoadedEndpoint[], key: Key): Promise<OpenApiDocument> {
    const { timestamps, numbers } = this.settings;
    const formats = { timestamps, numbers };
    const turns = new Turns();
    const pieces: string[] = [];
    for (const piece of openApiText(endpoints, key, { formats, version: this.version })) {
      pieces.push(piece);
      if (turns.isOver()) await turns.next();
    }
    const body = Buffer.from(pieces.join(''));
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 27);
    return { body, coded: await encodeBody(body), hash };
  }
}

function bytesOf({ body, coded }: OpenApiDocument): number {
  return Object.values(coded).reduce((sum, { length }) => sum + length, body.length);
}
