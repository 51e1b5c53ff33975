/** Content codings that a body is kept in beside the plain one. */
export const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** A finished answer: what a hit sends, without another look at a row. */
export interface CachedResult {
  readonly body: Buffer;
  /** The body's hash, without quotes; each coding's strong ETag is made from it. */
  readonly hash: string;
  /** The body in the codings that made it smaller. */
  readonly coded: Partial<Record<Coding, Buffer>>;
  readonly rowCount: number;
  /** Rows were cut off at `max_rows`. */
  readonly truncated: boolean;
  /** What the engine took for it, in milliseconds. */
  readonly engineMs: number;
  /** When the engine was asked, in milliseconds since the epoch: the answer is as old as its question. */
  readonly createdAt: number;
  /** When a client last asked for it; the one thing about a result that changes. */
  lastRequestedAt: number;
}

/** Bytes that an entry holds; the constant stands for the objects around the buffers. */
export function sizeOf(key: string, result: CachedResult): number {
  const coded = CODINGS.reduce((sum, coding) => sum + (result.coded[coding]?.length ?? 0), 0);
  return result.body.length + coded + key.length * 2 + ENTRY_OVERHEAD_BYTES;
}

const ENTRY_OVERHEAD_BYTES = 400;
