/** What is sent, in one piece or in several: of it, only how many bytes it has matters here, and whether it is the same. */
export type SentBody = Readonly<Pick<Buffer, 'length'>>;

/** Bodies that are being sent, counted once however many clients are sent the same one: they share its memory. */
export class RefCountedBodies {
  private readonly references = new Map<SentBody, number>();
  private total = 0;

  /** Bytes of memory that all of them take. */
  get bytes(): number {
    return this.total;
  }

  get isEmpty(): boolean {
    return this.references.size === 0;
  }

  /** Would they be within so many bytes with it? One alone may be of any size, and one that is here already takes nothing more. */
  hasRoomFor(body: SentBody, maxBytes: number): boolean {
    return this.isEmpty || this.references.has(body) || this.bytes + body.length <= maxBytes;
  }

  add(body: SentBody): void {
    const references = this.references.get(body) ?? 0;
    this.references.set(body, references + 1);
    if (references === 0) this.total += body.length;
  }

  remove(body: SentBody): void {
    const references = (this.references.get(body) ?? 1) - 1;
    if (references > 0) {
      this.references.set(body, references);
      return;
    }
    this.references.delete(body);
    this.total -= body.length;
  }
}
