import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** How many threads Node has for coding, files and hashes, unless told otherwise. */
const THREADS = Number(process.env.UV_THREADPOOL_SIZE ?? 4);

/** Keeps Node's threads busy, so that nothing that needs one goes on until they are let go. */
export async function holdThreadPool(): Promise<{ readonly release: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-pool-'));
  const pipe = join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  // To open a pipe for reading waits until somebody opens it for writing.
  const readers = Array.from({ length: THREADS }, async () => open(pipe, 'r'));
  return {
    release: async () => {
      const writer = openSync(pipe, constants.O_RDWR);
      for (const reader of readers) await (await reader).close();
      closeSync(writer);
      await rm(folder, { recursive: true });
    },
  };
}
