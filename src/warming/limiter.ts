interface QueuedTask {
  readonly task: () => Promise<void>;
  readonly worth: number;
}

/** Runs tasks, a limited number at once: the one with the most worth first, the older one of equals. Tasks handle their own failures. */
export class Limiter {
  private readonly waiting: QueuedTask[] = [];
  private running = 0;

  constructor(private readonly limit: number) {}

  /** Runs a task when it is its turn; none begins before all that are given in one go are known. */
  run(task: () => Promise<void>, worth = 0): void {
    this.waiting.push({ task, worth });
    queueMicrotask(() => {
      this.next();
    });
  }

  private next(): void {
    if (this.running >= this.limit) return;
    const [first] = this.waiting;
    if (!first) return;
    const best = this.waiting.reduce((most, each) => (each.worth > most.worth ? each : most), first);
    this.waiting.splice(this.waiting.indexOf(best), 1);
    this.running += 1;
    void best.task().finally(() => {
      this.running -= 1;
      this.next();
    });
  }
}
