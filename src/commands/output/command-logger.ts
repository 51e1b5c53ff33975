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
  private readonly levels: readonly LogLevel[];

  constructor(
    private readonly err: Terminal,
    least: Settings['logLevel'],
  ) {
    this.levels = LEVELS.slice(0, LEVELS.indexOf(least) + 1);
  }

  log(message: unknown, ...others: unknown[]): void {
    this.say('log', '', message, others);
  }

  warn(message: unknown, ...others: unknown[]): void {
    this.say('warn', 'warning: ', message, others);
  }

  error(message: unknown, ...others: unknown[]): void {
    this.say('error', 'error: ', message, others);
  }

  fatal(message: unknown, ...others: unknown[]): void {
    this.say('fatal', 'error: ', message, others);
  }

  debug(message: unknown, ...others: unknown[]): void {
    this.say('debug', '', message, others);
  }

  /** Writes a message; Nest puts the context last. */
  private say(level: LogLevel, prefix: string, message: unknown, others: readonly unknown[]): void {
    const context = others.at(-1);
    if (!this.levels.includes(level) || (typeof context === 'string' && MUTED.has(context))) return;
    this.err.write(`${prefix}${String(message)}\n`);
  }
}
