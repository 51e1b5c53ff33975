import { type IncomingMessage, type ServerResponse } from 'node:http';
import { CONTENT_TYPES } from '../../metrics/exposition.js';
import { type MetricsText } from '../../metrics/metrics-text.service.js';
import { formatFor } from '../../metrics/negotiation.js';
import { acceptsGzip } from '../request/content-coding.js';

/** Answers with all metrics, in the format and the coding that the client takes. */
export async function answerWithMetrics(
  metrics: MetricsText,
  { method, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const format = formatFor(headers.accept);
  const gzip = acceptsGzip(headers['accept-encoding']);
  const chunks = await metrics.write(format, gzip);
  response.setHeader('Content-Type', CONTENT_TYPES[format]);
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Vary', 'Accept, Accept-Encoding');
  if (gzip) response.setHeader('Content-Encoding', 'gzip');
  response.setHeader(
    'Content-Length',
    chunks.reduce((sum, { length }) => sum + length, 0),
  );
  response.writeHead(200);
  if (method !== 'HEAD') for (const chunk of chunks) response.write(chunk);
  response.end();
}
