import { rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes a folder that is removed with all that is in it when the process ends, also by Ctrl-C. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quern-bench-'));
  process.once('exit', () => {
    rmSync(folder, { recursive: true, force: true });
  });
  process.once('SIGINT', () => process.exit(130));
  return folder;
}
