import { errorText } from '../../errors/error-text.js';
import { FolderWatch, type WatchedFolder } from './folder-watch.js';

/** What is followed: a folder that can be looked at again. */
export interface Followed {
  readonly root: string;
  /** Takes in what has changed at these paths and below them. Returns the paths to be looked at once more. */
  look(paths: readonly string[]): Promise<readonly string[]>;
  watched(): Promise<readonly WatchedFolder[]>;
  /** Something that the operator should know. */
  warn(message: string): void;
}

/** How long a path has to be quiet before it is read, so that a write in several steps is not read half done. */
const QUIET_MS = 100;

/** The longest that quiet paths wait while others go on changing. */
const MAX_WAIT_MS = 500;

/** How often everything is looked at where the system reports no changes. */
const POLL_MS = 1000;

/** The same where it does: events can be lost, and network file systems report the changes of this machine only. */
const RESCAN_MS = 30_000;

/** Keeps up with a folder from when it is made until it is closed. It does not keep the process alive. */
export class FolderFollower {
  private readonly watch = new FolderWatch((paths) => {
    this.mark(paths);
  });
  /** What has to be looked at, and when it was touched last. */
  private readonly touched = new Map<string, number>();
  private waitingSince = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private rescan: NodeJS.Timeout | undefined;
  private looking: Promise<void> | undefined;
  private isRefused = false;
  private isClosed = false;

  constructor(private readonly followed: Followed) {
    // What has changed since it was first looked at.
    this.mark([followed.root], -Infinity);
  }

  /** Resolves when nothing happens any more. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.timer);
    clearTimeout(this.rescan);
    this.watch.close();
    await this.looking;
  }

  private mark(paths: readonly string[], at = performance.now()): void {
    if (this.isClosed || paths.length === 0) return;
    for (const path of paths) this.touched.set(path, at);
    this.waitingSince = Math.min(this.waitingSince, performance.now());
    const now = performance.now();
    this.plan(Math.min(at + QUIET_MS, this.waitingSince + MAX_WAIT_MS) - now);
  }

  private plan(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(
      () => {
        this.begin();
      },
      Math.max(0, milliseconds),
    ).unref();
  }

  private begin(): void {
    if (this.isClosed || this.looking) return;
    const paths = this.takeQuiet();
    if (paths.length === 0) {
      this.plan(QUIET_MS);
      return;
    }
    this.looking = this.look(paths).finally(() => {
      this.looking = undefined;
      if (this.touched.size > 0 && !this.isClosed) this.plan(QUIET_MS);
    });
  }

  private takeQuiet(): readonly string[] {
    const until = performance.now() - QUIET_MS;
    const quiet = [...this.touched].filter(([, at]) => at <= until).map(([path]) => path);
    for (const path of quiet) this.touched.delete(path);
    this.waitingSince = this.touched.size > 0 ? performance.now() : Infinity;
    return quiet;
  }

  private async look(paths: readonly string[]): Promise<void> {
    clearTimeout(this.rescan);
    try {
      this.mark(await this.followed.look(paths));
      const isTold = this.follow(await this.followed.watched());
      this.rescanIn(isTold ? RESCAN_MS : POLL_MS);
    } catch (error) {
      this.followed.warn(`${this.followed.root} cannot be looked at: ${errorText(error)}`);
      this.rescanIn(POLL_MS);
    }
  }

  /** False where changes have to be looked for. */
  private follow(folders: readonly WatchedFolder[]): boolean {
    if (this.isClosed || this.isRefused) return false;
    try {
      const { fresh, isComplete } = this.watch.follow(folders);
      // What is new to the watch may have changed before it was watched.
      this.mark(fresh, -Infinity);
      return isComplete;
    } catch (error) {
      this.isRefused = true;
      this.watch.close();
      this.followed.warn(
        `${this.followed.root} cannot be watched (${errorText(error)}); it is looked at every second instead`,
      );
      return false;
    }
  }

  private rescanIn(milliseconds: number): void {
    if (this.isClosed) return;
    this.rescan = setTimeout(() => {
      this.mark([this.followed.root], -Infinity);
    }, milliseconds).unref();
  }
}
