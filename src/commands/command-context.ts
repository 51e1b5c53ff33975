import { type Settings } from '../config/settings.js';
import { type TraceSettings } from '../config/trace-settings.js';
import { InvalidArgumentError } from 'commander';
import { type CallParameters } from '../parameters/query-string.js';

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

/** Exit statuses of the command line; scripts may rely on them. */
export const EXIT_STATUSES = {
  0: 'Done, and nothing was found to be wrong.',
  1: 'It failed, or it found problems; standard error says which.',
  2: 'The command was not written as it has to be: an unknown flag, a missing argument, a file that is not there.',
  130: 'Interrupted by Ctrl-C; what was running has been cancelled.',
} as const;

export type ExitStatus = keyof typeof EXIT_STATUSES;

/** Ends the command with a status, without another message. */
export class Exit extends Error {
  override readonly name = 'Exit';

  constructor(readonly status: ExitStatus) {
    super(`exit status ${status}`);
  }
}

/** The failure of a command that cannot be right as it was written: exit status 2, with its message. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Collects repeated `-p name=value` as a URL's query string would; for commander's options. */
export function collectParameter(text: string, before: CallParameters = new Map()): CallParameters {
  const [name, value] = namedValue(text);
  return new Map([...before, [name, [...(before.get(name) ?? []), value]]]);
}

export function namedValue(text: string): readonly [name: string, value: string] {
  const equals = text.indexOf('=');
  if (equals < 1) throw new InvalidArgumentError('Write it as name=value.');
  return [text.slice(0, equals), text.slice(equals + 1)];
}

/** A parser of an argument or a flag for commander; `remedy` is said of a text that `parse` makes nothing of. */
export function reading<Value>(parse: (text: string) => Value | undefined, remedy: string): (text: string) => Value {
  return (text) => {
    const parsed = parse(text);
    if (parsed === undefined) throw new InvalidArgumentError(remedy);
    return parsed;
  };
}

/** Runs work that Ctrl-C cancels by its signal. The second Ctrl-C ends the process at once. @throws Exit 130 when it was cancelled */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const interruption = new AbortController();
  const interrupt = () => {
    interruption.abort(new Exit(130));
  };
  process.once('SIGINT', interrupt);
  try {
    return await work(interruption.signal);
  } finally {
    process.removeListener('SIGINT', interrupt);
  }
}
