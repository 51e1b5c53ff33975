import { errorText } from '../errors/error-text.js';
import { FolderWatch, type WatchedFolder } from './folder-watch.js';

export interface FollowedFolder {
  readonly root: string;
  /** Takes in changes at these paths and below them. Returns the paths to be looked at once more. */
  rescan(paths: readonly string[]): Promise<readonly string[]>;
  watched(): Promise<readonly WatchedFolder[]>;
  warn(message: string): void;
}

/** Milliseconds without a change before the changed paths are read, so that a write in several steps is not read half done. */
const QUIET_MS = 100;

/** Longest wait for a folder that is never quiet. */
const MAX_WAIT_MS = 500;

/** Milliseconds between looks at everything where the system reports no changes. */
const POLL_MS = 1000;

/** Milliseconds between such looks where it does: events can be lost, and network file systems report the changes of this machine only. */
const RESCAN_MS = 30_000;

/** Keeps up with a folder until it is closed. It does not keep the process alive. */
export class FolderFollower {
  private readonly watch = new FolderWatch((paths) => {
    this.mark(paths);
  });
  /** Paths to be looked at. */
  private readonly touched = new Set<string>();
  private waitingSince = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private rescanTimer: NodeJS.Timeout | undefined;
  private rescanning: Promise<void> | undefined;
  private isRefused = false;
  private isClosed = false;

  constructor(private readonly folder: FollowedFolder) {
    // Changes since the folder was first looked at are taken in as well.
    this.mark([folder.root], 0);
  }

  /** Resolves when nothing happens any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.rescanTimer);
    this.watch.close();
    await this.rescanning;
  }

  private mark(paths: readonly string[], quietMs = QUIET_MS): void {
    if (this.isClosed || paths.length === 0) return;
    for (const path of paths) this.touched.add(path);
    const now = performance.now();
    this.waitingSince = Math.min(this.waitingSince, now);
    this.schedule(Math.min(quietMs, this.waitingSince + MAX_WAIT_MS - now));
  }

  private schedule(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.rescanDue();
      },
      Math.max(0, milliseconds),
    ).unref();
  }

  private rescanDue(): void {
    if (this.isClosed || this.rescanning) return;
    const paths = [...this.touched];
    this.touched.clear();
    this.waitingSince = Infinity;
    this.rescanning = this.rescan(paths).finally(() => {
      this.rescanning = undefined;
      if (this.touched.size > 0 && !this.isClosed) this.schedule(QUIET_MS);
    });
  }

  private async rescan(paths: readonly string[]): Promise<void> {
    clearTimeout(this.rescanTimer);
    try {
      this.mark(await this.folder.rescan(paths));
      const isWatched = this.follow(await this.folder.watched());
      this.scheduleRescan(isWatched ? RESCAN_MS : POLL_MS);
    } catch (error) {
      this.folder.warn(`${this.folder.root} cannot be looked at: ${errorText(error)}`);
      this.scheduleRescan(POLL_MS);
    }
  }

  /** Watches folders. False where changes have to be looked for. */
  private follow(folders: readonly WatchedFolder[]): boolean {
    if (this.isClosed || this.isRefused) return false;
    try {
      const { fresh, isComplete } = this.watch.follow(folders);
      // A folder that is new to the watch may have changed before it was watched.
      this.mark(fresh, 0);
      return isComplete;
    } catch (error) {
      this.isRefused = true;
      this.watch.close();
      this.folder.warn(
        `${this.folder.root} cannot be watched (${errorText(error)}); it is looked at every second instead`,
      );
      return false;
    }
  }

  private scheduleRescan(milliseconds: number): void {
    if (this.isClosed) return;
    this.rescanTimer = setTimeout(() => {
      this.mark([this.folder.root], 0);
    }, milliseconds).unref();
  }
}
