import { type BigIntStats, type Dirent } from 'node:fs';
import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Problem, unreadableFile } from '../diagnostics/problem.js';
import { failureText } from '../diagnostics/failure-text.js';

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
  const found = new FoundFiles(wanted, await realpath(folder).catch(() => folder));
  if (path === folder) await found.search(folder);
  else await found.visit(path, await foldersAbove(folder, path));
  // The folder may have been removed meanwhile: files that were not found may still have been in it.
  const problems = await folderProblems(folder, wanted);
  if (problems.length > 0) return Object.assign(new FoundFiles(wanted, folder), { problems });
  found.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  found.outside.sort();
  return found;
}

/** The problems of the folder itself, not of its files. */
export async function folderProblems(folder: string, { setting }: WantedFiles): Promise<readonly Problem[]> {
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return [];
  const what = found ? 'this is not a folder' : 'there is no such folder';
  return [unreadableFile(folder, `${what}; create it, or name another one in ${setting}`)];
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

/** The files found so far. */
export class FoundFiles {
  /** In the order of their paths, in the end. */
  readonly files: FoundFile[] = [];
  readonly folders: FoundFolder[] = [];
  /** Real folders of files that are links, and the paths of the folders that these links are in. */
  readonly linked = new Map<string, Set<string>>();
  /** Links out of the folder that are not followed. */
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
    this.problems.push(unreadableFile(file, message));
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
