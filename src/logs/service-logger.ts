import { isatty } from 'node:tty';
import { ConsoleLogger, type LogLevel } from '@nestjs/common';
import { type Settings } from '../config/settings.js';
import { escaped, printable } from '../errors/excerpt.js';
import { stderrSink } from './stderr-sink.js';
import { idsText, type LogFields } from './log-fields.js';

const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** Contexts of Nest's lines about its modules and routes, which are of use only for debugging Quern itself. */
const NEST_CONTEXTS = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Control characters that JSON does not escape, and a terminal may obey. */
const OBEYED = /[\x7f-\x9f]/g;

/** Nest's logger as the service uses it: on standard error, as text or as one JSON object a line, times in UTC with milliseconds. */
export class ServiceLogger extends ConsoleLogger {
  constructor(private readonly settings: Pick<Settings, 'logLevel' | 'logFormat'>) {
    const json = settings.logFormat === 'json';
    const logLevels = LEVELS.slice(0, LEVELS.indexOf(settings.logLevel) + 1);
    super('Quern', { logLevels, json, flattenParams: true, colors: !json && isatty(2) });
  }

  protected override printMessages(
    messages: unknown[],
    context = '',
    logLevel?: LogLevel,
    _stream?: 'stdout' | 'stderr',
    stack?: unknown,
    fields?: LogFields,
  ): void {
    if (logLevel === 'log' && this.settings.logLevel !== 'debug' && NEST_CONTEXTS.has(context)) return;
    if (!stderrSink.hasRoom) {
      stderrSink.drop(messages.length);
      return;
    }
    const loss = stderrSink.takeLoss();
    if (loss) super.printMessages([loss.text], context, 'warn', 'stderr', undefined, { dropped: loss.dropped });
    super.printMessages(messages, context, logLevel, 'stderr', stack, fields);
  }

  protected override getTimestamp(): string {
    return new Date().toISOString();
  }

  protected override formatMessage(
    logLevel: LogLevel,
    message: unknown,
    _pid: string,
    formattedLevel: string,
    context: string,
    difference: string,
    fields: LogFields = {},
  ): string {
    const [first = '', ...others] = typeof message === 'string' ? message.split('\n').map(printable) : [];
    // Engines say more than a line, and may repeat a caller's text: further lines are indented, so that none looks like one of ours.
    const rest = others.map((line) => `\n  ${line}`).join('');
    const said = typeof message === 'string' ? first : message;
    return super.formatMessage(logLevel, said, '', formattedLevel, context, `${idsText(fields)}${difference}${rest}`);
  }

  /** Writes the names and values that collectors of logs look for. */
  protected override stringifyJsonLogObject(line: Record<string, unknown>): string {
    const { timestamp, level, context, message, pid, ...others } = line;
    const time = new Date(Number(timestamp)).toISOString();
    const named = { time, level: level === 'log' ? 'info' : level, context, msg: message, ...others, pid };
    return super.stringifyJsonLogObject(named).replace(OBEYED, escaped);
  }
}
