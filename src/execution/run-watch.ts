/** Measures one run: how long it waits in queues, and how long it takes beside that. */
export class RunWatch {
  private readonly startedAt = performance.now();
  private stoppedAt: number | undefined;
  waitedMs = 0;

  readonly onWaited = (milliseconds: number): void => {
    this.waitedMs += milliseconds;
  };

  /** The engine has done its part. */
  stop(): void {
    this.stoppedAt ??= performance.now();
  }

  get ranMs(): number {
    return Math.max(0, (this.stoppedAt ?? performance.now()) - this.startedAt - this.waitedMs);
  }
}
