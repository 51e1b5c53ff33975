import { readEndpointFile } from './endpoint-file-reading.js';
import { type FileReader } from './file-reader.js';

/** So many files take longer to read than a thread to start. */
const MANY = 1500;

/** A reader for about so many files: of many it makes sense while they are checked, on a thread of its own. */
export async function openFileReader(count: number): Promise<FileReader> {
  if (count >= MANY) {
    const { ReadingThread } = await import('./reading-thread.js');
    return new ReadingThread();
  }
  return {
    read: async (paths) => Promise.all(paths.map(readEndpointFile)),
    close: () => Promise.resolve(),
  };
}
