import { mkdir, mkdtemp, readdir, rename, rm, rmdir, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorText } from '../../../errors/error-text.js';
import { generateSampleLogs } from './generator.js';
import { MARKER_FILE, removeFormerMarker, sampleState, writeMarker } from './sample-marker.js';

const HOUR_MS = 3_600_000;
/** Hours of rows past the full hour before `now`: at least one day past `now` itself. */
const HOURS_AHEAD = 25;
/** A working folder this old was left by a process that died; generating takes seconds. */
const ABANDONED_MS = HOUR_MS;

/**
 * Sees to it that the folder holds sample logs around `now`: 90 days back, and one day ahead for the time that the
 * service runs. Logs made less than 12 hours ago stay as they are; older ones are made anew.
 *
 * Everything is written beside the folder first and then renamed, the marker last, so that a process killed at any
 * moment leaves logs that are either usable or made anew by the next start. Files that are not ours are never touched.
 */
export async function ensureSampleLogs(folder: string, now: Date, progress: (line: string) => void): Promise<void> {
  const target = resolve(folder);
  if ((await sampleState(target, now)) === 'fresh') return;

  progress(`making invented sample logs in ${folder}; this takes some seconds, and the next start finds them`);
  try {
    await make(target, now, progress);
  } catch (error) {
    throw new Error(
      `The sample logs cannot be made in ${folder} (${errorText(error)}). ` +
        'See to it that there is room and that it may be written to, or set QUERN_DATA to data of your own.',
      { cause: error },
    );
  }
}

async function make(target: string, now: Date, progress: (line: string) => void): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  await removeAbandoned(target);
  const working = await mkdtemp(workingPrefix(target));
  try {
    const made = join(working, 'logs');
    await mkdir(made);
    const hour = new Date(Math.floor(now.getTime() / HOUR_MS) * HOUR_MS);
    await generateSampleLogs(made, hour, progress);
    await writeMarker(made, now, new Date(hour.getTime() + HOURS_AHEAD * HOUR_MS));
    await install(made, target, now);
  } finally {
    await rm(working, { recursive: true, force: true });
  }
}

async function install(made: string, target: string, now: Date): Promise<void> {
  switch (await sampleState(target, now)) {
    case 'fresh':
      // Another process that started at the same time was quicker.
      return;
    case 'absent':
      await rmdir(target).catch(ignoreMissing);
      await rename(made, target);
      return;
    case 'stale':
      await replaceFiles(made, target);
  }
}

/** Replaces file by file, so that readers find every table at every moment. */
async function replaceFiles(made: string, target: string): Promise<void> {
  const tables = (await readdir(made)).filter((file) => file !== MARKER_FILE);
  for (const file of [...tables, MARKER_FILE]) await rename(join(made, file), join(target, file));
  await removeFormerMarker(target);
}

function workingPrefix(target: string): string {
  return `${target}.making-`;
}

async function removeAbandoned(target: string): Promise<void> {
  const prefix = basename(workingPrefix(target));
  for (const entry of await readdir(dirname(target))) {
    if (!entry.startsWith(prefix)) continue;
    const path = join(dirname(target), entry);
    const made = await stat(path).catch(ignoreMissing);
    if (made !== undefined && Date.now() - made.mtimeMs > ABANDONED_MS)
      await rm(path, { recursive: true, force: true });
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
  return undefined;
}
