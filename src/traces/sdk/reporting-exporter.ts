import { type LoggerService } from '@nestjs/common';
import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import { type ReadableSpan, type SpanExporter } from '@opentelemetry/sdk-trace-base';
import { errorText } from '../../errors/error-text.js';

/** Milliseconds in which a receiver that comes and goes is logged once. */
const QUIET_MS = 60_000;

/** Logs once that the receiver takes no spans, and once that it takes them again, however many batches there are meanwhile. */
export class ReportingExporter implements SpanExporter {
  private lost = 0;
  private isReported = false;
  private reportedAt = -Infinity;

  constructor(
    private readonly exporter: SpanExporter,
    private readonly origin: string,
    private readonly logger: Pick<LoggerService, 'log' | 'warn'>,
    private readonly now = () => performance.now(),
  ) {}

  export(spans: ReadableSpan[], done: (result: ExportResult) => void): void {
    this.exporter.export(spans, (result) => {
      if (result.code === ExportResultCode.SUCCESS) this.succeeded();
      else this.failed(spans.length, result.error);
      done(result);
    });
  }

  async shutdown(): Promise<void> {
    await this.exporter.shutdown();
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  private failed(spans: number, error: Error | undefined): void {
    this.lost += spans;
    if (this.isReported || this.now() - this.reportedAt < QUIET_MS) return;
    this.isReported = true;
    this.reportedAt = this.now();
    const code = error && 'code' in error ? ` (${String(error.code)})` : '';
    const reason = error === undefined ? 'for no reason that it tells' : `${errorText(error)}${code}`;
    this.logger.warn(
      `Traces cannot be exported to ${this.origin}: ${reason}. Calls are answered as ever; spans are lost.`,
    );
  }

  private succeeded(): void {
    if (!this.isReported) return;
    this.logger.log(`Traces are exported to ${this.origin} again; ${this.lost} spans have been lost`);
    this.isReported = false;
    this.lost = 0;
  }
}
