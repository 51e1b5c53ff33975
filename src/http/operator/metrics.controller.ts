import { All, Controller, Get, Req, Res } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { Caller } from '../request-caller.js';
import { type Key, mayReadMetrics } from '../../access/key.js';
import { methodNotAllowed } from '../../errors/method-not-allowed.js';
import { QuernError } from '../../errors/quern-error.js';
import { MetricsText } from '../../metrics/metrics-text.service.js';
import { headWith, Replies } from '../replies.service.js';
import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Pieces } from '../../execution/body/pieces.js';
import { CONTENT_TYPES, type Format } from '../../metrics/exposition.js';
import { shortField } from '../request/directives.js';
import { acceptsGzip, bestType } from '../request/accepted.js';

/** `GET /metrics` for keys with the scope `metrics`, unless metrics have a port of their own. */
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly metrics: MetricsText,
    private readonly replies: Replies,
  ) {}

  @Get()
  async read(@Caller() key: Key, @Req() request: Request, @Res() response: Response): Promise<void> {
    needScope(key);
    await answerWithMetrics(this.metrics, this.replies, key.id, request, response);
  }

  @All()
  other(@Caller() key: Key): never {
    needScope(key);
    throw methodNotAllowed();
  }
}

function needScope(key: Key): void {
  if (mayReadMetrics(key)) return;
  throw new QuernError('forbidden', 'This key may not read metrics; that takes the scope `metrics`.');
}

/**
 * Answers with all metrics, in the format and the coding that the client accepts.
 *
 * @param reader id of the key whose share of unread bytes they take
 * @throws QuernError `engine_busy` where too much is unread already
 */
export async function answerWithMetrics(
  metrics: MetricsText,
  replies: Replies,
  reader: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { headers } = request;
  const format = formatFor(shortField(headers.accept));
  const coding = acceptsGzip(headers['accept-encoding']) ? 'gzip' : undefined;
  const written = await metrics.write(format, coding !== undefined);
  const head = headWith(
    { 'Cache-Control': 'no-store', Vary: 'Accept, Accept-Encoding' },
    { type: CONTENT_TYPES[format], length: written.length, coding },
  );
  // Simultaneous readers are sent the same bytes.
  replies.send(request, response, replies.replyTo(request, head, new Pieces(written.chunks), reader, written));
}

/** OpenMetrics for clients that name it and prefer nothing to it; the text format for all others, people with a browser among them. */
export function formatFor(accept = ''): Format {
  const isNamed = /application\/openmetrics-text/i.test(accept);
  const { openmetrics, text } = CONTENT_TYPES;
  return isNamed && bestType(accept, [openmetrics, text], 'version') === openmetrics ? 'openmetrics' : 'text';
}
