import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Problem, Problems } from './problem.js';
import { TEXT_START } from '../sql/text-position.js';
import { failureText } from './failure-text.js';

export interface EndpointFiles {
  /** Paths that start with the folder as it was given, sorted. */
  readonly files: readonly string[];
  readonly problems: readonly Problem[];
}

const EXTENSION = /\.ya?ml$/;

/**
 * Finds the endpoint files under a folder. What starts with a dot is skipped, links are followed: a folder that Kubernetes
 * mounts from a ConfigMap holds nothing but links into a hidden one.
 */
export async function findEndpointFiles(folder: string): Promise<EndpointFiles> {
  const problems = new Problems(folder);
  const found = await stat(folder).catch(() => undefined);
  if (!found?.isDirectory()) {
    const what = found ? 'this is not a folder' : 'there is no such folder';
    problems.add('file_unreadable', TEXT_START, `${what}; create it, or name another one in QUERN_ENDPOINTS`);
    return { files: [], problems: problems.list };
  }
  const finder = new Finder();
  await finder.search(folder);
  return { files: finder.files.sort(), problems: finder.problems };
}

class Finder {
  readonly files: string[] = [];
  readonly problems: Problem[] = [];

  /** `above` are the real paths of the folders around this one; a link back to one of them would never end. */
  async search(folder: string, above: readonly string[] = []): Promise<void> {
    try {
      const real = await realpath(folder);
      if (above.includes(real)) return;
      const names = (await readdir(folder)).filter((name) => !name.startsWith('.'));
      for (const name of names.sort()) await this.#visit(join(folder, name), [...above, real]);
    } catch (error) {
      this.#add(folder, `cannot be read: ${failureText(error)}`);
    }
  }

  async #visit(path: string, above: readonly string[]): Promise<void> {
    const found = await stat(path).catch((error: unknown) => failureText(error));
    if (typeof found === 'string') {
      if (EXTENSION.test(path)) this.#add(path, `cannot be read: ${found}`);
    } else if (found.isDirectory()) {
      await this.search(path, above);
    } else if (EXTENSION.test(path)) {
      if (found.isFile()) this.files.push(path);
      else this.#add(path, 'this is not a regular file; remove it, or give it another extension');
    }
  }

  #add(file: string, message: string): void {
    this.problems.push({ code: 'file_unreadable', severity: 'error', file, ...TEXT_START, message });
  }
}
