import { counted } from '../errors/listing.js';

/** As much of a stream as the log needs. */
interface Stream {
  write(text: string): unknown;
  readonly writableLength: number;
}

/** What a reader that has stalled may leave unread before lines are dropped. */
const MAX_UNREAD_BYTES = 2 ** 20;

/**
 * Where the log goes. Node keeps in memory whatever the reader of a pipe does not take, so that one that stalls would take all of it:
 * beyond some of that, lines are dropped, and counted.
 */
export class StderrSink {
  private droppedLines = 0;
  private toldLines = 0;

  constructor(private readonly stream: Stream = process.stderr) {}

  get dropped(): number {
    return this.droppedLines;
  }

  get hasRoom(): boolean {
    return this.stream.writableLength <= MAX_UNREAD_BYTES;
  }

  drop(lines: number): void {
    this.droppedLines += lines;
  }

  /** Writes some lines, or drops them where there is no room. */
  write(text: string, lines: number): void {
    if (this.hasRoom) this.stream.write(text);
    else this.drop(lines);
  }

  /** To be told as soon as there is room again: how many lines were dropped since that was last told. Undefined: none. */
  takeLoss(): { readonly text: string; readonly dropped: number } | undefined {
    const dropped = this.hasRoom ? this.droppedLines - this.toldLines : 0;
    if (dropped === 0) return undefined;
    this.toldLines = this.droppedLines;
    return { text: `${counted(dropped, 'line')} of the log had to be dropped, since nobody read them`, dropped };
  }
}

export const stderrSink = new StderrSink();
