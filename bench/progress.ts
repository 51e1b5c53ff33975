/** Tells how far things are, on one line of the terminal that is written over; elsewhere line by line. */
export class Progress {
  private readonly terminal = process.stderr.isTTY;

  show(text: string): void {
    process.stderr.write(this.terminal ? `\r\x1b[K${text}` : `${text}\n`);
  }

  clear(): void {
    if (this.terminal) process.stderr.write('\r\x1b[K');
  }
}
