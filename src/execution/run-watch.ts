/** Measures one run: its time in queues, and its time without them. */
export class RunWatch {
  private readonly startedAt = performance.now();
  private stoppedAt: number | undefined;
  waitedMs = 0;

  readonly onWaited = (milliseconds: number): void => {
    this.waitedMs += milliseconds;
  };

  /** Call it when the engine has done its part. */
  stop(): void {
    this.stoppedAt ??= performance.now();
  }

  get ranMs(): number {
    return Math.max(0, (this.stoppedAt ?? performance.now()) - this.startedAt - this.waitedMs);
  }
}
