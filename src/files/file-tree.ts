import { readdir, realpath, lstat, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve, sep, relative } from 'node:path';
import { type WatchedFolder } from './folder-watch.js';
import { type Problem, failureText, Problems } from '../diagnostics/problem.js';
import { type BigIntStats, type Dirent } from 'node:fs';
import { TEXT_START } from '../googlesql/tokens/text-position.js';

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

export interface WantedFiles {
  /** Decides by the name, or by the whole path. */
  isWanted(path: string): boolean;
  /** Setting that names the folder. */
  readonly setting: string;
  /** Whether links out of the folder are reported, and not followed. */
  readonly staysInside?: boolean;
}

/** A file as it was found; a change of it changes its signature too. */
export interface FoundFile {
  /** Path, beginning with the folder as it was given. */
  readonly path: string;
  readonly signature: string;
}

export interface FoundFolder {
  readonly path: string;
  /** Differs when another folder has taken this path. */
  readonly id: string;
  /** Whether there is a link in it, whose target changes without the link. */
  readonly hasLinks: boolean;
}

export interface FoundFiles {
  /** Files in the order of their paths. */
  readonly files: readonly FoundFile[];
  readonly folders: readonly FoundFolder[];
  /** Real folders of files that are links, and the paths of the folders that these links are in. */
  readonly linked: ReadonlyMap<string, ReadonlySet<string>>;
  /** Links out of the folder that are not followed. */
  readonly outside: readonly string[];
  readonly problems: readonly Problem[];
}

/** Files that are asked about at once: as many as the file system answers side by side. */
const AT_ONCE = 16;

/** Looks at each, in their order. Asking about tens of thousands of files at once takes gigabytes, and delays other requests for files. */
export async function findEach<T, Found>(all: readonly T[], find: (each: T) => Promise<Found>): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < all.length; start += AT_ONCE)
    found.push(...(await Promise.all(all.slice(start, start + AT_ONCE).map(find))));
  return found;
}

/**
 * Finds files under a folder, or only those at or below one path in it. Names that start with a dot are skipped. Links are followed: a
 * folder that Kubernetes mounts from a ConfigMap holds nothing but links into a hidden one.
 */
export async function findFiles(folder: string, wanted: WantedFiles, path = folder): Promise<FoundFiles> {
  const missing = await folderProblems(folder, wanted);
  if (missing.length > 0) return nothing(missing);
  const finder = new Finder(wanted, await realpath(folder).catch(() => folder));
  if (path === folder) await finder.search(folder);
  else await finder.visit(path, await foldersAbove(folder, path));
  // A folder may have been removed meanwhile: its files were not found, but may still have been in it.
  const meanwhile = await folderProblems(folder, wanted);
  if (meanwhile.length > 0) return nothing(meanwhile);
  finder.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  finder.outside.sort();
  return finder;
}

/** The problems of the folder itself, not of its files. */
export async function folderProblems(folder: string, { setting }: WantedFiles): Promise<readonly Problem[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return [];
  const problems = new Problems(folder);
  const what = found ? 'this is not a folder' : 'there is no such folder';
  problems.add('file_unreadable', TEXT_START, `${what}; create it, or name another one in ${setting}`);
  return problems.list;
}

function nothing(problems: readonly Problem[]): FoundFiles {
  return { files: [], folders: [], linked: new Map(), outside: [], problems };
}

/** A file's signature: size and times, and which file it is. */
export function signatureOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;
}

/** The signature of the file that is there now; empty where there is none. */
export async function signatureAt(path: string): Promise<string> {
  return stat(path, { bigint: true }).then(signatureOf, () => '');
}

/** The size in a signature, in bytes. */
export function sizeIn(signature: string): number {
  return Number(signature.split(':')[2] ?? 0);
}

/** The time of the last change in a signature, in milliseconds since the epoch. */
export function changedAt(signature: string): number {
  return Number(BigInt(signature.slice(signature.lastIndexOf(':') + 1)) / 1_000_000n);
}

/** Age below which a file may be half written. */
const REST_MS = 100;

/** Whether nothing seems to be writing to the file with this signature. */
export function isAtRest(signature: string): boolean {
  // A file server's clock may be far ahead of ours, and this machine's a little or stepped back.
  return Math.abs(Date.now() - changedAt(signature)) >= REST_MS;
}

class Finder implements FoundFiles {
  readonly files: FoundFile[] = [];
  readonly folders: FoundFolder[] = [];
  readonly linked = new Map<string, Set<string>>();
  readonly outside: string[] = [];
  readonly problems: Problem[] = [];

  constructor(
    private readonly kind: WantedFiles,
    private readonly realRoot: string,
  ) {}

  /** @param above real paths of the folders around this one; a link back to one of them would never end */
  async search(folder: string, above: readonly string[] = []): Promise<void> {
    try {
      const real = await realpath(folder);
      if (above.includes(real) || this.isRefused(folder, real)) return;
      const { dev, ino } = await stat(folder, { bigint: true });
      const entries = await readdir(folder, { withFileTypes: true });
      this.folders.push({
        path: folder,
        id: `${dev}:${ino}`,
        hasLinks: entries.some((entry) => entry.isSymbolicLink()),
      });
      const wanted = entries.filter((entry) => this.isWanted(entry));
      await findEach(wanted, async (entry) =>
        this.visit(join(folder, entry.name), [...above, real], entry.isSymbolicLink()),
      );
    } catch (error) {
      // A folder that has been removed since it was seen is no problem.
      if (await isThere(folder)) this.add(folder, `cannot be read: ${failureText(error)}`);
    }
  }

  async visit(path: string, above: readonly string[], isLink?: boolean): Promise<void> {
    const found = await stat(path, { bigint: true }).catch((error: unknown) => failureText(error));
    if (typeof found === 'string') {
      if (this.kind.isWanted(path) && (await isThere(path))) this.add(path, `cannot be read: ${found}`);
    } else if (found.isDirectory()) {
      await this.search(path, above);
    } else if (this.kind.isWanted(path)) {
      if (found.isFile()) await this.addFile(path, found, isLink);
      else this.add(path, 'this is not a regular file; remove it, or give it another extension');
    }
  }

  private async addFile(path: string, found: BigIntStats, isLink: boolean | undefined): Promise<void> {
    const signature = signatureOf(found);
    const link = isLink ?? (await lstat(path).catch(() => undefined))?.isSymbolicLink();
    const real = link ? await realpath(path).catch(() => path) : undefined;
    if (real !== undefined && this.isRefused(path, real)) return;
    this.files.push({ path, signature });
    if (real === undefined) return;
    const folders = this.linked.get(dirname(real)) ?? new Set<string>();
    this.linked.set(dirname(real), folders.add(dirname(path)));
  }

  private isRefused(path: string, real: string): boolean {
    if (!this.kind.staysInside || join(real, sep).startsWith(join(this.realRoot, sep))) return false;
    this.outside.push(path);
    return true;
  }

  /** Leaves out entries that can be neither such a file nor a folder. */
  private isWanted(entry: Dirent): boolean {
    if (entry.name.startsWith('.')) return false;
    return !entry.isFile() || this.kind.isWanted(entry.name);
  }

  private add(file: string, message: string): void {
    this.problems.push({ code: 'file_unreadable', severity: 'error', file, ...TEXT_START, message });
  }
}

/** Whether an entry is there; for a link, with or without a target. */
export async function isThere(path: string): Promise<boolean> {
  return lstat(path).then(
    () => true,
    () => false,
  );
}

/** The real paths of the folders from `folder` down to the one that `path` is in. */
async function foldersAbove(folder: string, path: string): Promise<string[]> {
  const names = relative(folder, dirname(path)).split(sep).filter(Boolean);
  const paths = names.reduce<string[]>((all, name) => [...all, join(all.at(-1) ?? folder, name)], [folder]);
  return Promise.all(paths.map(async (each) => realpath(each).catch(() => each)));
}
