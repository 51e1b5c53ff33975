/** The label of the rest, which has no series of its own. */
export const OTHERS = '_other';

export interface KeyCounts {
  requests: number;
  /** Cost, here and below, of the runs that the key's calls have started. */
  bytesBilled: number;
  slotMs: number;
  engineMs: number;
}

function nothingCounted(): KeyCounts {
  return { requests: 0, bytesBilled: 0, slotMs: 0, engineMs: 0 };
}

/** Most keys with series of their own; all others are counted together. */
const MAX_KEYS = 200;

/** Counts by the key's id, for `MAX_KEYS` keys and for all others together. */
export class KeyCounters {
  private readonly counts = new Map<string, KeyCounts>();
  private readonly others = nothingCounted();
  /** The counts of the last request, since most requests are of the same key as the one before. */
  private last: { readonly keyId: string; readonly counts: KeyCounts } | undefined;

  of(keyId: string): KeyCounts {
    return this.counts.get(keyId) ?? this.admit(keyId);
  }

  countRequest(keyId: string): void {
    if (this.last?.keyId !== keyId) this.last = { keyId, counts: this.of(keyId) };
    this.last.counts.requests += 1;
  }

  /** Makes room for the present keys: the counts of a key that is gone are never read again. */
  keep(keyIds: ReadonlySet<string>): void {
    for (const keyId of this.counts.keys()) if (!keyIds.has(keyId)) this.counts.delete(keyId);
    this.last = undefined;
    // Starts from zero, so that the first call of a key is an increase.
    for (const keyId of keyIds) this.of(keyId);
  }

  /** The id of each key with its counts, and `_other` with the counts of all others. */
  *list(): Generator<readonly [id: string, counts: KeyCounts]> {
    yield* this.counts;
    yield [OTHERS, this.others];
  }

  has(keyId: string): boolean {
    return this.counts.has(keyId);
  }

  private admit(keyId: string): KeyCounts {
    if (this.counts.size >= MAX_KEYS) return this.others;
    const counts = nothingCounted();
    this.counts.set(keyId, counts);
    return counts;
  }
}
