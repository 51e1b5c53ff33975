/** Runs tasks in the order they come, so many at a time. Tasks deal with their own failures. */
export class Lanes {
  private readonly waiting: (() => Promise<void>)[] = [];
  private running = 0;

  constructor(private readonly lanes: number) {}

  run(task: () => Promise<void>): void {
    this.waiting.push(task);
    this.next();
  }

  private next(): void {
    if (this.running >= this.lanes) return;
    const task = this.waiting.shift();
    if (!task) return;
    this.running += 1;
    void task().finally(() => {
      this.running -= 1;
      this.next();
    });
  }
}
