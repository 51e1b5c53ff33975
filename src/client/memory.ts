/** An answer as it came, so that a caller who changes its rows does not change it. */
interface Remembered {
  readonly etag: string;
  readonly text: string;
}

/** The latest answers, up to a number of characters. */
export class Memory extends Map<string, Remembered> {
  keep(call: string, text: string, headers: Headers, max: number): void {
    this.delete(call);
    const etag = /\bno-store\b/.test(headers.get('Cache-Control') ?? '') ? null : headers.get('ETag');
    if (etag !== null && call.length + text.length <= max) this.set(call, { etag, text });
    let size = 0;
    for (const [each, kept] of [...this].reverse()) {
      size += each.length + kept.text.length;
      if (size > max) this.delete(each);
    }
  }
}
