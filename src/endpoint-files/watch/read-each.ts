import { type FileContents, readEndpointFile } from './endpoint-file-reading.js';
import { type FileReader } from './reading-thread.js';

/** Number of files that take longer to read than a thread to start. */
const MANY = 1500;

/** Opens a reader for a number of files: many of them are worth a thread of its own, while they are checked. */
async function openFileReader(count: number): Promise<FileReader> {
  if (count >= MANY) {
    const { ReadingThread } = await import('./reading-thread.js');
    return new ReadingThread();
  }
  return {
    read: async (paths) => Promise.all(paths.map(readEndpointFile)),
    close: () => Promise.resolve(),
  };
}

/** Batches of files that are read and handed over side by side: while one file is checked, others are read. */
const PARALLEL_BATCHES = 6;
export const FILES_PER_BATCH = 16;

export async function readEach(
  paths: readonly string[],
  onRead: (path: string, contents: FileContents | undefined) => Promise<void>,
): Promise<void> {
  const reader = await openFileReader(paths.length);
  let next = 0;
  const readNext = () => {
    const batch = paths.slice(next, (next += FILES_PER_BATCH));
    const found = reader.read(batch);
    // A failure is thrown where it is awaited below; a promise that is not awaited yet must not end the process.
    found.catch(() => undefined);
    return { batch, found };
  };
  const work = async () => {
    let ahead = readNext();
    while (ahead.batch.length > 0) {
      const { batch } = ahead;
      const found = await ahead.found;
      ahead = readNext();
      for (const [index, path] of batch.entries()) await onRead(path, found[index]);
    }
  };
  try {
    await Promise.all(Array.from({ length: PARALLEL_BATCHES }, work));
  } finally {
    await reader.close();
  }
}
