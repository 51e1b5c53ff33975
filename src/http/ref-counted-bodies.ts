/** Bodies that somebody still has to read, and the memory that they take: those who were answered alike share one. */
export class RefCountedBodies {
  private readonly readers = new Map<Buffer, number>();
  private held = 0;

  get bytes(): number {
    return this.held;
  }

  get isEmpty(): boolean {
    return this.readers.size === 0;
  }

  /** Would it be within so many bytes? One alone may be of any size, and one that is held already takes nothing more. */
  hasRoomFor(body: Buffer, mostBytes: number): boolean {
    return this.isEmpty || this.readers.has(body) || this.bytes + body.length <= mostBytes;
  }

  add(body: Buffer): void {
    const readers = this.readers.get(body) ?? 0;
    this.readers.set(body, readers + 1);
    if (readers === 0) this.held += body.length;
  }

  remove(body: Buffer): void {
    const readers = (this.readers.get(body) ?? 1) - 1;
    if (readers > 0) {
      this.readers.set(body, readers);
      return;
    }
    this.readers.delete(body);
    this.held -= body.length;
  }
}
