import { type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { errorText } from '../../../errors/error-text.js';
import { killProcess, startProcess } from '../own-process.js';
import { STORE_MAIN } from './store-main-path.js';
import { type BuildOutcome, type BuildTask, type FromBuilder } from './store-messages.js';

export interface Built {
  /** Whether another process writes at the moment. */
  readonly isBusy: boolean;
  /** Reason why nothing can be written at all. */
  readonly broken: string | undefined;
}

interface BuildListener {
  readonly onBegun: (name: string) => void;
  /** Called for each ended table, also if the process has ended over it. */
  readonly onEnded: (name: string, outcome: BuildOutcome) => void;
}

interface Seen {
  isBusy: boolean;
  broken: string | undefined;
  begun: string | undefined;
  begunAt: number;
  ended: number;
}

/** Writes tables of the store in a process of its own, one batch at a time. */
export class StoreBuilder {
  private child: ChildProcess | undefined;
  private isEnding = false;
  private isTooLarge = false;

  async build(task: BuildTask, { onBegun, onEnded }: BuildListener): Promise<Built> {
    if (this.isEnding) return { isBusy: false, broken: undefined };
    const child = startProcess(STORE_MAIN);
    this.child = child;
    this.isTooLarge = false;
    const seen: Seen = { begun: undefined, begunAt: 0, ended: 0, isBusy: false, broken: undefined };
    child.on('message', (message: FromBuilder) => {
      if (message === 'busy') seen.isBusy = true;
      else if ('begun' in message) {
        Object.assign(seen, { begun: message.begun, begunAt: performance.now() });
        onBegun(message.begun);
      } else if ('broken' in message) seen.broken = message.broken;
      else {
        Object.assign(seen, { begun: undefined, ended: seen.ended + 1 });
        onEnded(message.name, message.outcome);
      }
    });
    // All messages are here when the channel is closed.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).catch((error: unknown) => {
      seen.broken = errorText(error);
    });
    // An error here means that the process has ended.
    child.send(task, () => undefined);
    await gone;
    this.child = undefined;
    return this.outcome(seen, task, onEnded);
  }

  private outcome(
    { begun, begunAt, ended, isBusy, broken }: Seen,
    { tables }: BuildTask,
    onEnded: BuildListener['onEnded'],
  ): Built {
    // The process ended over this table: for want of memory, or by a kill.
    if (begun !== undefined)
      onEnded(begun, { result: this.isTooLarge ? 'too large' : 'ended', ms: performance.now() - begunAt });
    const isUnsaid = begun === undefined && !isBusy && ended < tables.length;
    return { isBusy, broken: broken ?? (isUnsaid ? 'the process that writes it has ended' : undefined) };
  }

  /** Ends the process, since there is no room for its table. */
  refuse(): void {
    this.isTooLarge = true;
    this.child?.kill('SIGKILL');
  }

  async end(): Promise<void> {
    this.isEnding = true;
    if (this.child) await killProcess(this.child);
  }
}
