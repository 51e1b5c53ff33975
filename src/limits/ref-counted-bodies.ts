/** Bodies that are being sent, counted once however many clients are sent the same one: they share its memory. */
export class RefCountedBodies {
  private readonly references = new Map<Buffer, number>();
  private total = 0;

  /** Bytes of memory that all of them take. */
  get bytes(): number {
    return this.total;
  }

  get isEmpty(): boolean {
    return this.references.size === 0;
  }

  /** Would they be within so many bytes with it? One alone may be of any size, and one that is here already takes nothing more. */
  hasRoomFor(body: Buffer, maxBytes: number): boolean {
    return this.isEmpty || this.references.has(body) || this.bytes + body.length <= maxBytes;
  }

  add(body: Buffer): void {
    const references = this.references.get(body) ?? 0;
    this.references.set(body, references + 1);
    if (references === 0) this.total += body.length;
  }

  remove(body: Buffer): void {
    const references = (this.references.get(body) ?? 1) - 1;
    if (references > 0) {
      this.references.set(body, references);
      return;
    }
    this.references.delete(body);
    this.total -= body.length;
  }
}
