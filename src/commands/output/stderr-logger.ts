import { isatty } from 'node:tty';
import { ConsoleLogger, type LogLevel } from '@nestjs/common';

const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** The contexts in which Nest logs which modules and routes it has set up: of use only for debugging Quern itself. */
const NEST_CONTEXTS = new Set(['NestFactory', 'InstanceLoader', 'RoutesResolver', 'RouterExplorer', 'NestApplication']);

/** Nest's log lines, all of them on standard error: standard output is for what a command was asked for. */
export class StderrLogger extends ConsoleLogger {
  /** `muted` are contexts whose lines say nothing that the command does not say itself. */
  constructor(
    private readonly least: LogLevel,
    private readonly muted: readonly string[] = [],
  ) {
    super('Quern', { logLevels: LEVELS.slice(0, LEVELS.indexOf(least) + 1), colors: isatty(2) });
  }

  protected override printMessages(messages: unknown[], context = '', logLevel?: LogLevel): void {
    if (this.least !== 'debug' && this.muted.includes(context)) return;
    if (logLevel === 'log' && this.least !== 'debug' && NEST_CONTEXTS.has(context)) return;
    super.printMessages(messages, context, logLevel, 'stderr');
  }
}
