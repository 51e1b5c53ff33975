import { type Settings } from '../config/settings.js';
import { type TraceSettings } from '../config/trace-settings.js';

export interface CommandContext {
  /** Read when the command begins, so that `--help` works whatever the environment says. */
  readonly settings: () => Settings;
  /** Undefined where traces are off. */
  readonly traceSettings?: () => TraceSettings | undefined;
  /** The key that calls of a service are made with; undefined where there is none. */
  readonly callersKey?: () => string | undefined;
  /** The threads that have begun since the process has. */
  readonly laterThreads: () => readonly number[];
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly out: Terminal;
  /** For everything else: questions, hints, errors. */
  readonly err: Terminal;
}

export type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
