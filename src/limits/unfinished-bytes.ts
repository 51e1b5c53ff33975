import { MIN_REFUSED_BYTES, roomBeside, SHARE_OF_KEY } from './unsent-bytes.service.js';

/**
 * Bytes of memory that answers take while they are made: from their first rows until they are in the cache or on their way. All of them may
 * take as much memory as the cache, the runs of one key half of that. An answer that is larger than the half counts as the half: it can be
 * made, and there are at most two of these at a time.
 */
export class UnfinishedBytes {
  bytes = 0;
  private readonly maxBytes: number;
  private readonly share: number;
  /** Bytes by the key's id; keys that have none in the making are not in it. */
  private readonly keys = new Map<string, number>();

  constructor(cacheMaxBytes: number) {
    this.maxBytes = roomBeside(cacheMaxBytes);
    this.share = this.maxBytes * SHARE_OF_KEY;
  }

  /** Makes the account of one answer, which is empty at first. */
  of(keyId: string): UnfinishedAnswer {
    let taken = 0;
    let isOver = false;
    let isOverShare = false;
    const count = (bytes: number) => {
      this.bytes += bytes;
      const ofKey = (this.keys.get(keyId) ?? 0) + bytes;
      if (ofKey === 0) this.keys.delete(keyId);
      else this.keys.set(keyId, ofKey);
      taken += bytes;
    };
    return {
      get isOverShare() {
        return isOverShare;
      },
      grow: (to) => {
        if (isOver) return false;
        const more = Math.min(to, this.share) - taken;
        if (to < MIN_REFUSED_BYTES || more <= 0) return true;
        isOverShare = (this.keys.get(keyId) ?? 0) + more > this.share;
        if (isOverShare || this.bytes + more > this.maxBytes) return false;
        count(more);
        return true;
      },
      release: () => {
        isOver = true;
        count(-taken);
      },
    };
  }
}

/** The memory of one answer in the making. */
export interface UnfinishedAnswer {
  /** Whether there was no room for its key, in spite of room for others. */
  readonly isOverShare: boolean;
  /** Grows to `to` bytes. False where there is no room. */
  grow(to: number): boolean;
  /** Gives all bytes back, for good: there is no room for rows that an abandoned run may still bring. */
  release(): void;
}
