import { type LoggerService, type LogLevel } from '@nestjs/common';
import { type Settings } from '../../config/settings.js';
import { type Terminal } from '../command-context.js';

/** Loggers without news for a command's user: its own runs, whose rows it shows, and Nest's set-up and failures. */
const MUTED = new Set([
  'Query',
  'ExceptionHandler',
  'NestFactory',
  'InstanceLoader',
  'RoutesResolver',
  'RouterExplorer',
  'NestApplication',
]);

const LEVELS: readonly LogLevel[] = ['fatal', 'error', 'warn', 'log', 'debug'];

/** Logs as a command does: in sentences on standard error, without times and levels. */
export class CommandLogger implements LoggerService {
  readonly fatal = this.saying('fatal', 'error: ');
  readonly error = this.saying('error', 'error: ');
  readonly warn = this.saying('warn', 'warning: ');
  readonly log = this.saying('log');
  readonly debug = this.saying('debug');
  private readonly levels: readonly LogLevel[];

  constructor(
    private readonly err: Terminal,
    least: Settings['logLevel'],
  ) {
    this.levels = LEVELS.slice(0, LEVELS.indexOf(least) + 1);
  }

  /** Makes the method of a level; Nest puts the context behind the message. */
  private saying(level: LogLevel, prefix = '') {
    return (message: unknown, ...others: readonly unknown[]): void => {
      const context = others.at(-1);
      if (!this.levels.includes(level) || (typeof context === 'string' && MUTED.has(context))) return;
      this.err.write(`${prefix}${String(message)}\n`);
    };
  }
}
