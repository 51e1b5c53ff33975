import { parentPort } from 'node:worker_threads';
import { readEndpointFile } from './endpoint-file-reading.js';
import { type ReadFile } from './reading-thread.js';

// What a `ReadingThread` runs: it is asked for files, and tells what is in them, one list after the other.
let last: Promise<void> = Promise.resolve();
parentPort?.on('message', (paths: readonly string[]) => {
  last = last.then(async () => {
    parentPort?.postMessage(await Promise.all(paths.map(read)));
  });
});

async function read(path: string): Promise<ReadFile | undefined> {
  const contents = await readEndpointFile(path);
  // Rows of tests are trees that each hold the text of the whole file.
  return contents && { ...contents, reading: { ...contents.reading(), tests: [] } };
}
