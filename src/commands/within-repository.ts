import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';

export function repositoryOf(folder: string): string | undefined {
  // `.git` is a file in work trees and submodules.
  return foldersFrom(folder).find((each) => existsSync(join(each, '.git')));
}

/** A folder's path from the root of its Git repository, with slashes; empty for the root, or without a repository. */
export function withinRepository(folder: string): string {
  return relative(repositoryOf(folder) ?? folder, folder)
    .split(sep)
    .join('/');
}

export function foldersFrom(folder: string): readonly string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...foldersFrom(above)];
}
