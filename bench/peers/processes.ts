import { readdirSync, readFileSync } from 'node:fs';

/** What Linux tells of a process: its parent, and the ticks of a processor that it has had. */
interface Figures {
  readonly pid: number;
  readonly parent: number;
  readonly ticks: number;
}

/** Linux counts in hundredths of a second, whatever the kernel's own clock is. */
const TICKS_PER_SECOND = 100;

/** Seconds of a processor that a process and those that it started have had; NaN where nobody tells. */
export function processorSeconds(pid: number): number {
  const ticks = treeOf(pid).map((each) => each.ticks);
  return ticks.length === 0 ? NaN : ticks.reduce((sum, each) => sum + each, 0) / TICKS_PER_SECOND;
}

/** Megabytes that a process and those that it started hold in memory. */
export function residentMegabytes(pid: number): number {
  const kilobytes = treeOf(pid).map((each) => {
    const status = contentOf(`/proc/${each.pid}/status`);
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  });
  return kilobytes.reduce((sum, each) => sum + each, 0) / 1000 || NaN;
}

function treeOf(pid: number): readonly Figures[] {
  const all = pids().map(figuresOf);
  const within = (parent: number): Figures[] =>
    all.filter((each) => each.parent === parent).flatMap((each) => [each, ...within(each.pid)]);
  return [...all.filter((each) => each.pid === pid), ...within(pid)];
}

function pids(): number[] {
  try {
    return readdirSync('/proc').map(Number).filter(Number.isSafeInteger);
  } catch {
    return [];
  }
}

function figuresOf(pid: number): Figures {
  const stat = contentOf(`/proc/${pid}/stat`);
  // The name stands in brackets and may have anything in it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
}

/** Processes come and go. */
function contentOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
