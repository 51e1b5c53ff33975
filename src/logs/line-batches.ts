/** Milliseconds that a line waits for others, and most characters that do. */
const WAIT_MS = 100;
const MAX_CHARACTERS = 64 * 1024;

/** Lines that are written together: a write of its own for each would cost more than the line. */
export class LineBatches {
  private text = '';
  private lines = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly write: (text: string, lines: number) => void) {}

  add(line: string): void {
    this.text += `${line}\n`;
    this.lines += 1;
    if (this.text.length >= MAX_CHARACTERS) this.flush();
    else
      this.timer ??= setTimeout(() => {
        this.flush();
      }, WAIT_MS).unref();
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const { text, lines } = this;
    if (lines === 0) return;
    this.text = '';
    this.lines = 0;
    this.write(text, lines);
  }
}
