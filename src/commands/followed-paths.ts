import { stat } from 'node:fs/promises';
import { ENDPOINT_FILES } from '../endpoint-files/watch/endpoint-files.js';
import { type Engine } from '../engines/engine.js';
import { signatureOf } from '../files/find-files.js';
import { FileTree } from '../files/file-tree.js';
import { type FollowedFolder, FolderFollower } from '../files/folder-follower.js';
import { type WatchedFolder } from '../files/folder-watch.js';

/** Longest time that a timer can wait. */
const FOREVER_MS = 2 ** 31 - 1;

/** Does a piece of work at once and again after each change of these files and folders, or of the data, until Ctrl-C or SIGTERM. */
export async function followUntilTold(
  paths: readonly string[],
  engine: Data,
  work: () => Promise<unknown>,
  warn: (message: string) => void,
): Promise<void> {
  const follower = new FolderFollower(new FollowedPaths(paths, engine, work, warn));
  // A timer keeps the process alive: watching files and listening to signals does not.
  const alive = setInterval(() => undefined, FOREVER_MS);
  try {
    await new Promise<void>((resolve) => {
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
    });
  } finally {
    clearInterval(alive);
    await follower.close();
  }
}

type Data = Pick<Engine, 'data' | 'dataProblems'>;

/** Files and folders that are followed together: all work is done anew when any of them has changed. */
class FollowedPaths implements FollowedFolder {
  /** All of the paths at once; for messages only. */
  readonly root: string;
  private readonly trees: readonly FileTree[];
  private seen: string | undefined;
  private dataChanges = 0;

  constructor(
    private readonly paths: readonly string[],
    private readonly engine: Data,
    private readonly onChange: () => Promise<unknown>,
    readonly warn: (message: string) => void,
  ) {
    this.root = paths.join(', ');
    this.trees = paths.map((path) => new FileTree(path, ENDPOINT_FILES));
  }

  async rescan(): Promise<readonly string[]> {
    const isBeingWritten = await this.takeData();
    for (const tree of this.trees) await tree.rescan([tree.root]);
    // The signature of a file; a folder's is that of the files in it.
    const found = await Promise.all(
      this.paths.map(async (path) => stat(path, { bigint: true }).catch(() => undefined)),
    );
    const signatures = found.map((each) => (each?.isFile() ? signatureOf(each) : undefined));
    const trees = this.trees.map(({ files, problems }) => [[...files], problems]);
    const seen = JSON.stringify([signatures, trees, this.dataChanges, this.engine.dataProblems]);
    // Regular looks without a change do nothing.
    if (seen !== this.seen) await this.onChange();
    this.seen = seen;
    return isBeingWritten ? [this.root] : [];
  }

  /** Makes the engine read the current tables. True while one is being written. */
  private async takeData(): Promise<boolean> {
    const { data } = this.engine;
    if (!data) return false;
    const { change, beingWritten } = await data.look([data.root]);
    change?.apply();
    if (change) this.dataChanges += 1;
    return beingWritten.length > 0;
  }

  async watched(): Promise<readonly WatchedFolder[]> {
    const { data } = this.engine;
    const watched = await Promise.all([...this.trees, ...(data ? [data] : [])].map(async (each) => each.watched()));
    return watched.flat().map((folder) => ({
      ...folder,
      pathsOf: (name) => (folder.pathsOf(name).length > 0 ? [this.root] : []),
    }));
  }
}
