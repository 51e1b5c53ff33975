import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';

// Processes beside the service: what it does with each, and what each does.

/** Starts a process with this module as its entry. */
export function startProcess(path: string): ChildProcess {
  return fork(path, {
    // Structured clone keeps bigints.
    serialization: 'advanced',
    // The process needs none of the service's environment, and some of it is secret.
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
}

/** Kills a process, and waits until it has ended. */
export async function killProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** Binds this process to the service: it ends with the service, or by it. */
export function serveService(): void {
  // The service ends it, even if a terminal or a supervisor sends the signal to all of them.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
  process.once('disconnect', endNow);
  // The kernel ends this process first, and not the service, when a container runs out of memory. Only Linux has this.
  void writeFile('/proc/self/oom_score_adj', '1000').catch(() => undefined);
}

/** Settles when the message has been handed over. */
export async function sendToService(message: object | string): Promise<void> {
  await new Promise((resolve) => process.send?.(message, resolve));
}

/** Kills this process at once: `process.exit` would wait for DuckDB's threads. */
export function endNow(): void {
  process.kill(process.pid, 'SIGKILL');
}
