import { type Settings } from '../config/settings.js';
import { type TraceSettings } from '../config/trace-settings.js';

export interface CommandContext {
  /** Reads the settings when the command begins, so that `--help` works in every environment. */
  readonly settings: () => Settings;
  /** Undefined where traces are off. */
  readonly traceSettings?: () => TraceSettings | undefined;
  /** Key for calls of a service; undefined where there is none. */
  readonly callersKey?: () => string | undefined;
  /** Threads that have begun after the process. */
  readonly laterThreads: () => readonly number[];
  readonly input: NodeJS.ReadableStream & { readonly isTTY?: boolean };
  readonly out: Terminal;
  /** Stream for everything but results: questions, hints, errors. */
  readonly err: Terminal;
}

/** The action of a command from a module that is imported when the command begins, so that `--help` is quick. */
export function begin<Given extends unknown[]>(
  context: CommandContext,
  load: () => Promise<(context: CommandContext, ...given: Given) => Promise<void>>,
): (...given: Given) => Promise<void> {
  return async (...given) => (await load())(context, ...given);
}

export type Terminal = NodeJS.WritableStream & { readonly isTTY?: boolean; readonly columns?: number };
