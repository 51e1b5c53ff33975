import { once } from 'node:events';
import { createGzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { Turns } from '../engines/turns.js';
import { Collectors } from './collectors.service.js';
import { EndpointMetrics, type EndpointSeries } from './endpoint-metrics.service.js';
import { END, type Format, headOf, lineOf } from './exposition.js';
import { type MetricName, METRICS } from './metric-list.js';

/** Characters of text that are encoded to bytes at once. */
const CHUNK = 32 * 1024;

export interface WrittenMetrics {
  readonly chunks: readonly Buffer[];
  readonly length: number;
}

@Injectable()
export class MetricsText {
  private readonly writing = new Map<string, Promise<WrittenMetrics>>();
  private queue: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly collectors: Collectors,
    private readonly endpoints: EndpointMetrics,
  ) {}

  /**
   * Writes all metrics. Simultaneous readers get the same bytes, and one format is written at a time: a thousand readers at once cost no
   * more than one.
   */
  write(format: Format, gzip: boolean): Promise<WrittenMetrics> {
    const key = `${format} ${gzip}`;
    const known = this.writing.get(key);
    if (known) return known;
    const writing = this.queue
      .then(async () => this.writeAnew(format, gzip))
      .then((chunks) => ({ chunks, length: chunks.reduce((sum, { length }) => sum + length, 0) }))
      .finally(() => this.writing.delete(key));
    this.writing.set(key, writing);
    this.queue = writing.catch(() => undefined);
    return writing;
  }

  /** Written in turns of the event loop, since there may be thousands of endpoints. */
  private async writeAnew(format: Format, gzip: boolean): Promise<readonly Buffer[]> {
    const chunks: Buffer[] = [];
    if (!gzip) {
      for await (const chunk of this.chunks(format)) chunks.push(chunk);
      return chunks;
    }
    const stream = createGzip();
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    const ended = once(stream, 'end');
    for await (const chunk of this.chunks(format)) if (!stream.write(chunk)) await once(stream, 'drain');
    stream.end();
    await ended;
    return chunks;
  }

  /** Writes line by line: each step is the work of one endpoint or of one line, however many there are. */
  *steps(format: Format): Generator<string> {
    const series: EndpointSeries[] = [];
    for (const each of this.endpoints.series()) {
      if (each) series.push(each);
      yield '';
    }
    for (const name of Object.keys(METRICS) as MetricName[]) {
      let hasHead = false;
      for (const samples of this.samplesOf(name, series)) {
        for (const sample of samples) {
          yield hasHead ? lineOf(name, sample) : headOf(name, format) + lineOf(name, sample);
          hasHead = true;
        }
      }
    }
    if (format === 'openmetrics') yield END;
  }

  private *samplesOf(name: MetricName, series: readonly EndpointSeries[]) {
    const read = this.endpoints.readerOf(name);
    if (!read) yield this.collectors.of(name);
    else for (const each of series) yield read(each);
  }

  private async *chunks(format: Format): AsyncGenerator<Buffer> {
    const turns = new Turns();
    let text = '';
    for (const step of this.steps(format)) {
      text += step;
      if (text.length > CHUNK) {
        yield Buffer.from(text);
        text = '';
      }
      if (turns.isOver()) await turns.next();
    }
    yield Buffer.from(text);
  }
}
