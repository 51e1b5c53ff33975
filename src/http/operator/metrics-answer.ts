import { type IncomingMessage, type ServerResponse } from 'node:http';
import { Pieces } from '../../execution/body/pieces.js';
import { CONTENT_TYPES } from '../../metrics/exposition.js';
import { type MetricsText } from '../../metrics/metrics-text.service.js';
import { formatFor } from '../../metrics/negotiation.js';
import { headWith, type Replies } from '../replies.service.js';
import { acceptsGzip } from '../request/content-coding.js';
import { shortField } from '../request/short-field.js';

/**
 * Answers with all metrics, in the format and the coding that the client takes.
 *
 * @param reader whose share of what may be unread they take
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
  // Those who ask at the same time are sent the same bytes.
  replies.send(request, response, replies.replyTo(request, head, new Pieces(written.chunks), reader, written));
}
