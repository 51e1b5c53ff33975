import { type IncomingMessage, type ServerResponse } from 'node:http';
import { CONTENT_TYPES } from '../../metrics/exposition.js';
import { type UnsentBytes } from '../../limits/unsent-bytes.service.js';
import { type MetricsText } from '../../metrics/metrics-text.service.js';
import { formatFor } from '../../metrics/negotiation.js';
import { acceptsGzip } from '../request/content-coding.js';
import { shortField } from '../request/short-field.js';

/** Metrics, and what counts those that are not read. */
export interface MetricsSource {
  readonly metrics: MetricsText;
  readonly unsent: UnsentBytes;
}

/**
 * Answers with all metrics, in the format and the coding that the client takes.
 *
 * @param reader whose share of what may be unread they take
 * @throws QuernError `engine_busy` where too much is unread already
 */
export async function answerWithMetrics(
  { metrics, unsent }: MetricsSource,
  reader: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, headers } = request;
  const format = formatFor(shortField(headers.accept));
  const gzip = acceptsGzip(headers['accept-encoding']);
  const written = await metrics.write(format, gzip);
  const isHead = method === 'HEAD';
  if (!isHead) unsent.needRoomFor(written, reader);
  response.setHeader('Content-Type', CONTENT_TYPES[format]);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept, Accept-Encoding');
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader('Content-Length', written.length);
  response.writeHead(200);
  if (!isHead) for (const chunk of written.chunks) response.write(chunk);
  response.end();
  if (!isHead && !response.writableFinished) unsent.add(written, reader, request, response);
}
