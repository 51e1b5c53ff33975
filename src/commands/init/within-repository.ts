import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

/** A folder's path from the root of its Git repository, with slashes; empty where it is that root, or where there is no repository. */
export function withinRepository(folder: string): string {
  for (let root = folder; ; root = dirname(root)) {
    // A file in work trees and submodules.
    if (existsSync(join(root, '.git'))) return relative(root, folder).split(sep).join('/');
    if (dirname(root) === root) return '';
  }
}
