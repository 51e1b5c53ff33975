import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type AnswerFacts } from '../answers/answer-facts.js';
import { type AnswerObserver, AnswerObservers } from '../answers/answer-observers.service.js';
import { Settings } from '../config/settings.js';
import { QUIET_CODES } from '../errors/error-codes.js';
import { stderrSink } from './stderr-sink.js';
import { excerpt } from '../errors/excerpt.js';
import { fieldsText, type LogFields } from './log-fields.js';

@Injectable()
export class AccessLog implements AnswerObserver, OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Answer');
  private readonly batches = new LineBatches((text, lines) => {
    const loss = stderrSink.takeLoss();
    if (loss) this.logger.warn(loss.text, { dropped: loss.dropped });
    stderrSink.write(text, lines);
  });
  private readonly onExit = () => {
    this.batches.flush();
  };

  constructor(
    private readonly observers: AnswerObservers,
    @Inject(Settings) private readonly settings: Settings,
  ) {}

  get ignoresHits(): boolean {
    return this.settings.accessLog === 'errors';
  }

  onApplicationBootstrap(): void {
    if (this.settings.accessLog === 'off') return;
    this.observers.add(this);
    process.on('exit', this.onExit);
  }

  /** Writes the last lines; the server is closed by now. */
  onApplicationShutdown(): void {
    process.off('exit', this.onExit);
    this.batches.flush();
  }

  answered(facts: AnswerFacts): void {
    if (this.wants(facts)) this.batches.add(accessLine(facts, new Date(), this.settings.logFormat));
  }

  private wants(facts: AnswerFacts): boolean {
    const { accessLog, accessLogSlowMs } = this.settings;
    if (accessLog === 'all' || isFailure(facts)) return true;
    return accessLog === 'slow' && (facts.milliseconds ?? 0) >= accessLogSlowMs;
  }
}

/** Whether an answer is a failure of the service. Mistakes of callers are left out: they would fill the log. */
function isFailure({ status, errorCode }: AnswerFacts): boolean {
  return status >= 500 && !(errorCode && QUIET_CODES.has(errorCode));
}

/** Milliseconds that a line waits for others, and most characters that do. */
const WAIT_MS = 100;
const MAX_CHARACTERS = 64 * 1024;

/** Lines that are written together: a write of its own for each would cost more than the line. */
export class LineBatches {
  private text = '';
  private lines = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly write: (text: string, lines: number) => void) {}

  add(line: string): void {
    this.text += `${line}\n`;
    this.lines += 1;
    if (this.text.length >= MAX_CHARACTERS) this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.flush();
      }, WAIT_MS).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text, lines } = this;
    if (lines === 0) return;
    this.text = '';
    this.lines = 0;
    this.write(text, lines);
  }
}

const CONTEXT = 'Answer';

/** One answer as a line of the log, with the route in place of the URL: values of parameters and tokens are nowhere in it. */
export function accessLine(facts: AnswerFacts, at: Date, format: Settings['logFormat']): string {
  const fields = fieldsOf(facts);
  const time = at.toISOString();
  const msg = `${facts.method} ${facts.route} ${facts.status}`;
  if (format === 'text') return `${time}     LOG [${CONTEXT}] ${msg}${fieldsText(fields)}`;
  const { method, route, status } = facts;
  const line = { time, level: 'info', context: CONTEXT, msg, method, route, status };
  return JSON.stringify({ ...line, ...fields, pid: process.pid });
}

function fieldsOf(facts: AnswerFacts): LogFields {
  const { cache, milliseconds, ageSeconds } = facts;
  return {
    cache,
    ms: milliseconds === undefined ? undefined : Number(milliseconds.toFixed(2)),
    bytes: facts.bodyBytes,
    age: ageSeconds === undefined ? undefined : Math.floor(ageSeconds),
    rows: facts.rows,
    cut: facts.isCut || undefined,
    endpoint: facts.endpoint?.name,
    key: facts.keyId,
    code: facts.errorCode,
    address: addressOf(facts),
    request_id: facts.requestId,
    trace_id: facts.traceId,
  };
}

/** The client's address. Most have plain characters alone, which takes less time to see than an excerpt. */
function addressOf({ clientAddress }: AnswerFacts): string | undefined {
  const address = clientAddress();
  if (address === '') return undefined;
  return /^[\w.:]{1,64}$/.test(address) ? address : excerpt(address);
}
