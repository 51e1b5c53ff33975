import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { findEndpointFiles } from './endpoint-files.js';
import { type Problem, unreadableFile } from '../../diagnostics/problem.js';

/** Endpoint files by their paths, and the problems in finding them. */
export interface FoundPaths {
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

export async function findInFolder(folder: string): Promise<FoundPaths> {
  const { files, problems } = await findEndpointFiles(folder);
  return { files: files.map(({ path }) => path), problems };
}

/** Tests of the endpoint file beside them. */
const TEST_FILE = /\.test\.ya?ml$/;

/**
 * Finds the endpoint files in a list of paths: files as they are, and the files of folders; each of them once. Test files are left out, so that the
 * names of all files that changed can be passed on.
 */
export async function findPaths(paths: readonly string[]): Promise<FoundPaths> {
  const found: FoundPaths[] = [];
  for (const path of paths) found.push(await findPath(path));
  const files = new Map(found.flatMap((each) => each.files.map((file) => [resolve(file), file])));
  return { files: [...files.values()], problems: found.flatMap(({ problems }) => problems) };
}

async function findPath(path: string): Promise<FoundPaths> {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory()) return findInFolder(path);
  if (found?.isFile()) return { files: TEST_FILE.test(path) ? [] : [path], problems: [] };
  const what = found ? 'this is no file and no folder' : 'there is no such file or folder';
  return { files: [], problems: [unreadableFile(path, `${what}; name endpoint files, or folders of them`)] };
}
