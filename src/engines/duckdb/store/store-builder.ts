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

/** Writes tables of the store in a process of its own, one batch at a time. */
export class StoreBuilder {
  private child: ChildProcess | undefined;
  private isEnding = false;

  async build(task: BuildTask, { onBegun, onEnded }: BuildListener): Promise<Built> {
    if (this.isEnding) return { isBusy: false, broken: undefined };
    const child = startProcess(STORE_MAIN);
    this.child = child;
    const built: { isBusy: boolean; broken: string | undefined } = { isBusy: false, broken: undefined };
    const begun = new Map<string, number>();
    let ended = 0;
    child.on('message', (message: FromBuilder) => {
      if (message === 'busy') built.isBusy = true;
      else if ('broken' in message) built.broken = message.broken;
      else if ('begun' in message) {
        begun.set(message.begun, performance.now());
        onBegun(message.begun);
      } else {
        begun.delete(message.name);
        ended += 1;
        onEnded(message.name, message.outcome);
      }
    });
    // All messages are here when the channel is closed.
    const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]).catch((error: unknown) => {
      built.broken = errorText(error);
    });
    // An error here means that the process has ended.
    child.send(task, () => undefined);
    await gone;
    this.child = undefined;
    if (begun.size === 0 && !built.isBusy && ended < task.tables.length)
      built.broken ??= 'the process that writes it has ended';
    // The process ended over this table: for want of memory, or by a kill.
    for (const [name, at] of begun) onEnded(name, { result: 'ended', ms: performance.now() - at });
    return built;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    if (this.child) await killProcess(this.child);
  }
}
