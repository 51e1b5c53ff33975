import { readdir, readFile } from 'node:fs/promises';
import { footprintOf } from '../soak/footprint.js';

/** The unit in which Linux tells processor times. */
const TICK_MICROS = 10_000;

/** Microseconds of a processor that a process has taken since it began, by all of its threads. */
export async function processorMicros(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The name of the program, in brackets, may have spaces.
  const [user = '0', system = '0'] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MICROS;
}

/** The microseconds of a processor that a process takes for work. */
export async function processorTimeOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await processorMicros(pid);
  await work();
  return (await processorMicros(pid)) - before;
}

/** The bytes of memory by which a process grows with work. */
export async function growthOf(pid: number, work: () => Promise<void>): Promise<number> {
  const before = await footprintOf(pid);
  await work();
  return (await footprintOf(pid)).rssBytes - before.rssBytes;
}

/** The memory of each process that a process has begun. */
export async function childrenOf(pid: number): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const sizes = await Promise.all(
    pids.map(async (each) => {
      try {
        const stat = await readFile(`/proc/${each}/stat`, 'utf8');
        const isChild = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === pid;
        return isChild ? [(await footprintOf(each)).rssBytes] : [];
      } catch {
        // The process has ended meanwhile.
        return [];
      }
    }),
  );
  return sizes.flat();
}
