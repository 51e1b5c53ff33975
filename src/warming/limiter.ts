/** Runs tasks in the order in which they come, at most so many at once. Tasks handle their own failures. */
export class Limiter {
  private readonly waiting: (() => Promise<void>)[] = [];
  private running = 0;

  constructor(private readonly limit: number) {}

  run(task: () => Promise<void>): void {
    this.waiting.push(task);
    this.next();
  }

  private next(): void {
    if (this.running >= this.limit) return;
    const task = this.waiting.shift();
    if (!task) return;
    this.running += 1;
    void task().finally(() => {
      this.running -= 1;
      this.next();
    });
  }
}
