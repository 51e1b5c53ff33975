import { readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { findEach, findFiles, type FoundFile, type FoundFolder, type WantedFiles } from './find-files.js';
import { type WatchedFolder } from './folder-watch.js';
import { type Problem } from '../diagnostics/problem.js';

/** The files of one kind under a folder as they were last found. A second look searches only given paths. */
export class FileTree {
  readonly files = new Map<string, string>();
  /** Links out of the folder that were not followed. */
  readonly outside = new Set<string>();
  private readonly folders = new Map<string, FoundFolder>();
  /** Folders that links are in, by the real folder that they lead into. */
  private readonly linked = new Map<string, Set<string>>();
  private readonly unread = new Map<string, Problem>();

  constructor(
    readonly root: string,
    private readonly wanted: WantedFiles,
  ) {}

  get problems(): readonly Problem[] {
    return [...this.unread.values()];
  }

  /** Looks again at these paths and below them, and returns the files that are there. */
  async rescan(paths: readonly string[]): Promise<readonly FoundFile[]> {
    const found: FoundFile[] = [];
    for (const path of outermost(paths)) {
      const { files, folders, linked, outside, problems } = await findFiles(this.root, this.wanted, path);
      this.forget(path);
      for (const file of files) this.files.set(file.path, file.signature);
      for (const link of outside) this.outside.add(link);
      found.push(...files);
      for (const folder of folders) this.folders.set(folder.path, folder);
      for (const problem of problems) this.unread.set(problem.file, problem);
      for (const [real, from] of linked) {
        this.linked.set(real, new Set([...(this.linked.get(real) ?? []), ...from]));
      }
    }
    return found;
  }

  /** Whether a path is in a folder that cannot be read: it is unknown then whether the path has gone. */
  isHidden(path: string): boolean {
    if (this.unread.size === 0) return false;
    if (this.unread.has(this.root)) return true;
    for (let at = path; at !== this.root && at !== dirname(at); at = dirname(at)) if (this.unread.has(at)) return true;
    return false;
  }

  /** Whether the folders at this path and below it have no entries beyond the known ones. */
  async hasAll(path: string): Promise<boolean> {
    const known = [this.files, this.folders, this.outside, this.unread];
    const isKnown = (each: string) => known.some((map) => map.has(each));
    const folders = [...this.folders.keys()].filter((each) => each === path || each.startsWith(`${path}${sep}`));
    const found = await findEach(folders, async (folder) => {
      const names = await readdir(folder).catch(() => undefined);
      return names?.every((name) => name.startsWith('.') || isKnown(join(folder, name)));
    });
    return found.every((isWhole) => isWhole === true);
  }

  /** Folders where a change to these files shows. */
  async watched(): Promise<readonly WatchedFolder[]> {
    return [
      ...[...this.folders.values()].map(watchedFolder),
      ...[...this.linked].map(([path, from]) => ({ path, pathsOf: () => [...from] })),
      ...(await watchedEntry(this.root)),
    ];
  }

  private forget(path: string): void {
    this.files.delete(path);
    this.outside.delete(path);
    this.unread.delete(path);
    if (path !== this.root && !this.folders.delete(path)) return;
    const isBelow = (other: string) => path === this.root || other.startsWith(`${path}${sep}`);
    for (const map of [this.files, this.outside, this.folders, this.unread]) {
      for (const other of map.keys()) if (isBelow(other)) map.delete(other);
    }
    if (path === this.root) this.linked.clear();
  }
}

/** Folders where it shows that a file or folder itself is removed, made again or renamed, or that the link to it is turned. */
export async function watchedEntry(root: string): Promise<readonly WatchedFolder[]> {
  const real = await realpath(root).catch(() => resolve(root));
  const parents = [...new Set([dirname(resolve(root)), dirname(real)])];
  const names = [basename(resolve(root)), basename(real)];
  return parents.map((path) => ({
    path,
    pathsOf: (name) => (name === undefined || names.includes(name) ? [root] : []),
  }));
}

function watchedFolder({ path, id, hasLinks }: FoundFolder): WatchedFolder {
  return {
    path,
    id,
    pathsOf: (name) => {
      // A removed folder's event has its own name.
      if (name === undefined || name === basename(path)) return [path];
      // Links may lead through a hidden entry, as `..data` of a ConfigMap.
      if (name.startsWith('.')) return hasLinks ? [path] : [];
      return [join(path, name)];
    },
  };
}

/** The paths that are not below another one. */
function outermost(paths: readonly string[]): readonly string[] {
  const all = new Set(paths);
  return [...all].filter((path) => {
    for (let at = dirname(path); at !== dirname(at); at = dirname(at)) if (all.has(at)) return false;
    return true;
  });
}
