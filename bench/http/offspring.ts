import { type ChildProcess } from 'node:child_process';

const running = new Set<ChildProcess>();

/** Sees to it that a process which we started does not outlive us. */
export function endWithUs(child: ChildProcess): void {
  if (running.size === 0) process.once('exit', endAll);
  running.add(child);
  child.once('close', () => {
    running.delete(child);
    if (running.size === 0) process.off('exit', endAll);
  });
}

function endAll(): void {
  for (const child of running) child.kill('SIGKILL');
}
