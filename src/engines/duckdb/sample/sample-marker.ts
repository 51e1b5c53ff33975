import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readRegular } from '../../../files/regular-file.js';

/** Hidden, since a file of JSON beside tables is one. */
export const MARKER_FILE = '.sample.json';

/** Marker's name in earlier versions, where it was read as a table. */
const FORMER_MARKER_FILE = 'sample.json';

/** Counted up when the generated rows change, so that logs of an older Quern are made anew. */
const VERSION = 1;
const FRESH_HOURS = 12;
const HOUR_MS = 3_600_000;

/** Facts of the logs beside the marker. It also is the proof that the folder's tables are ours to replace. */
export interface SampleMarker {
  readonly version: number;
  /** ISO 8601, UTC. */
  readonly generatedAt: string;
  /** No row is later than this. ISO 8601, UTC. */
  readonly until: string;
}

/** Whether the folder's sample logs can be used at `now`. Refuses a folder with anything else in it. */
export async function sampleState(folder: string, now: Date): Promise<'absent' | 'fresh' | 'stale'> {
  const entries = await filesOf(folder);
  if (entries.length === 0) return 'absent';
  const marker = entries.includes(MARKER_FILE) ? await readMarker(folder, MARKER_FILE) : undefined;
  if (marker === undefined) {
    if (await hasFormerMarker(folder, entries)) return 'stale';
    throw new Error(
      `The folder ${folder} has files, but not the ${MARKER_FILE} of Quern's sample logs. ` +
        `Nothing was changed: name another folder for the sample logs, or empty this one.`,
    );
  }
  const ageMs = now.getTime() - Date.parse(marker.generatedAt);
  return marker.version === VERSION && ageMs >= 0 && ageMs < FRESH_HOURS * HOUR_MS ? 'fresh' : 'stale';
}

export async function writeMarker(folder: string, generatedAt: Date, until: Date): Promise<void> {
  const marker: SampleMarker = {
    version: VERSION,
    generatedAt: generatedAt.toISOString(),
    until: until.toISOString(),
  };
  await writeFile(join(folder, MARKER_FILE), `${JSON.stringify(marker, null, 2)}\n`);
}

/** Removes the marker of an older Quern from the folder; a file by that name from another program stays. */
export async function removeFormerMarker(folder: string): Promise<void> {
  if (await hasFormerMarker(folder, await filesOf(folder))) await rm(join(folder, FORMER_MARKER_FILE));
}

async function hasFormerMarker(folder: string, entries: readonly string[]): Promise<boolean> {
  return entries.includes(FORMER_MARKER_FILE) && (await readMarker(folder, FORMER_MARKER_FILE)) !== undefined;
}

async function filesOf(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return [];
    if (code !== 'ENOTDIR') throw error;
    throw new Error(
      `A file is where the folder ${folder} for the sample logs should be; move it, or set QUERN_DATA to data of your own.`,
      { cause: error },
    );
  }
}

async function readMarker(folder: string, file: string): Promise<SampleMarker | undefined> {
  try {
    const marker = JSON.parse(await readRegular(join(folder, file))) as Partial<SampleMarker> | null;
    const { version, generatedAt, until } = marker ?? {};
    if (typeof version !== 'number' || typeof generatedAt !== 'string' || typeof until !== 'string') return undefined;
    return { version, generatedAt, until };
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
