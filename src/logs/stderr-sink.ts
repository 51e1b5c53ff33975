import { counted } from '../errors/listing.js';

/** The parts of a stream that the log needs. */
interface Stream {
  write(text: string): unknown;
  readonly writableLength: number;
}

/** Bytes that a stalled reader may leave unread before lines are dropped. */
const MAX_UNREAD_BYTES = 2 ** 20;

/**
 * Writes the log. Node keeps in memory everything that the reader of a pipe does not take, so that a stalled one would take all of it:
 * beyond some of that, lines are dropped, and counted.
 */
export class StderrSink {
  /** Lines that have been dropped. */
  dropped = 0;
  private toldLines = 0;

  constructor(private readonly stream: Stream = process.stderr) {}

  get hasRoom(): boolean {
    return this.stream.writableLength <= MAX_UNREAD_BYTES;
  }

  drop(lines: number): void {
    this.dropped += lines;
  }

  /** Writes some lines, or drops them where there is no room. */
  write(text: string, lines: number): void {
    if (this.hasRoom) this.stream.write(text);
    else this.drop(lines);
  }

  /** Takes the number of lines that were dropped since the last report, once there is room again to report it. Undefined: none. */
  takeLoss(): { readonly text: string; readonly dropped: number } | undefined {
    const dropped = this.hasRoom ? this.dropped - this.toldLines : 0;
    if (dropped === 0) return undefined;
    this.toldLines = this.dropped;
    return { text: `${counted(dropped, 'line')} of the log had to be dropped, since nobody read them`, dropped };
  }
}

export const stderrSink = new StderrSink();
