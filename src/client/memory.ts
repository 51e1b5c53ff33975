/** An answer as it came, so that nobody who changes its rows changes what is remembered. */
export interface Remembered {
  readonly etag: string;
  readonly text: string;
}

/** The answers to calls that were made last, up to so many characters. */
export class Memory {
  private readonly answers = new Map<string, Remembered>();
  private size = 0;

  constructor(private readonly max: number) {}

  recall(call: string): Remembered | undefined {
    return this.answers.get(call);
  }

  keep(call: string, text: string, headers: Headers): void {
    this.forget(call);
    const etag = headers.get('ETag');
    if (etag === null || /\bno-store\b/.test(headers.get('Cache-Control') ?? '')) return;
    this.answers.set(call, { etag, text });
    this.size += call.length + text.length;
    for (const oldest of this.answers.keys()) {
      if (this.size <= this.max) return;
      this.forget(oldest);
    }
  }

  private forget(call: string): void {
    const answer = this.answers.get(call);
    if (!answer) return;
    this.answers.delete(call);
    this.size -= call.length + answer.text.length;
  }
}
