import { type FSWatcher, watch } from 'node:fs';

/** A folder whose entries are watched, though not those of folders in it. */
export interface WatchedFolder {
  readonly path: string;
  /** Differs when another folder has taken this path; undefined where that does not matter. */
  readonly id?: string;
  /** Paths to look at when the entry of this name has changed; the name is undefined where the system does not give it. */
  pathsOf(name: string | undefined): readonly string[];
}

interface Watcher {
  readonly watcher: FSWatcher;
  folders: readonly WatchedFolder[];
}

/** Watches folders by the file system's own events. It does not keep the process alive. */
export class FolderWatch {
  private watchers = new Map<string, Watcher>();

  constructor(private readonly onChange: (paths: readonly string[]) => void) {}

  /**
   * Watches these folders and no others. Earlier changes in a folder can have gone unnoticed: `fresh` has the paths to look at for that. It
   * is not complete when one of the folders has gone.
   *
   * @throws the system's refusal, such as ENOSPC where there are too many watchers.
   */
  follow(folders: readonly WatchedFolder[]): { readonly fresh: readonly string[]; readonly isComplete: boolean } {
    const before = this.watchers;
    this.watchers = new Map();
    const fresh: string[] = [];
    let isComplete = true;
    try {
      for (const [key, shared] of byPlace(folders)) {
        const known = before.get(key);
        before.delete(key);
        if (known) this.watchers.set(key, Object.assign(known, { folders: shared }));
        else if (this.start(key, shared)) fresh.push(...pathsOf(shared, undefined));
        else isComplete = false;
      }
    } finally {
      for (const { watcher } of before.values()) watcher.close();
    }
    return { fresh, isComplete };
  }

  close(): void {
    for (const { watcher } of this.watchers.values()) watcher.close();
    this.watchers = new Map();
  }

  /** False when the folder has gone. */
  private start(key: string, folders: readonly WatchedFolder[]): boolean {
    const path = folders[0]?.path ?? '';
    try {
      const watcher = watch(path, { persistent: false }, (_, name) => {
        this.notify(key, name ?? undefined);
      });
      // A folder that goes away is an error on some systems; the next look at it finds out.
      watcher.on('error', () => {
        this.notify(key, undefined);
      });
      this.watchers.set(key, { watcher, folders });
      return true;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  private notify(key: string, name: string | undefined): void {
    const known = this.watchers.get(key);
    if (known) this.onChange(pathsOf(known.folders, name));
  }
}

function pathsOf(folders: readonly WatchedFolder[], name: string | undefined): string[] {
  return [...new Set(folders.flatMap((folder) => folder.pathsOf(name)))];
}

/** Groups by place, since one folder may be of interest for several reasons. */
function byPlace(folders: readonly WatchedFolder[]): Map<string, WatchedFolder[]> {
  const places = new Map<string, WatchedFolder[]>();
  for (const folder of folders) {
    const key = `${folder.path}\0${folder.id ?? ''}`;
    places.set(key, [...(places.get(key) ?? []), folder]);
  }
  return places;
}

function isGone(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}
