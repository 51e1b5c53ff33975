import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { type Key } from '../access/key.js';
import { type Coded } from '../cache/cached-result.js';
import { packageVersion } from '../config/package-root.js';
import { Settings } from '../config/settings.js';
import { type Part } from '../contract/listing/part.js';
import { openApiText } from '../contract/openapi/document.js';
import { Turns } from '../engines/turns.js';
import { joinedBytes } from '../execution/body/joined-bytes.js';
import { contentHash, encodeBody } from '../execution/body/result-body.js';
import { LongAnswers } from '../limits/long-answers.service.js';
import { AnswersByRights } from '../registry/answers-by-rights.js';
import { type LoadedEndpoint, Registry } from '../registry/registry.service.js';

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
  readonly documents: AnswersByRights<OpenApiDocument>;

  constructor(
    registry: Registry,
    answers: LongAnswers,
    @Inject(Settings) private readonly settings: Settings,
  ) {
    this.documents = new AnswersByRights(
      registry,
      answers,
      async (served, key, part) => this.make(served, key, part),
      bytesOf,
    );
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
