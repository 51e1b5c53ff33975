import { parentPort } from 'node:worker_threads';
import { readEndpointFileSync } from './endpoint-file-reading.js';
import { type ReadFile } from './reading-thread.js';

// The entry of a `ReadingThread`, which sends lists of files and gets their contents, one list after the other.
parentPort?.on('message', (paths: readonly string[]) => {
  parentPort?.postMessage(paths.map(read));
});

function read(path: string): ReadFile | undefined {
  const contents = readEndpointFileSync(path);
  if (!contents) return undefined;
  const { signature, digest, isAtRest } = contents;
  // Rows of tests are trees that each hold the text of the whole file.
  return { signature, digest, isAtRest, reading: { ...contents.reading(), tests: [] } };
}
