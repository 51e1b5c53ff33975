import { type Cost } from '../engines/engine.js';
import { type SpanRef } from '../traces/span-ref.js';

export const CODINGS = ['br', 'gzip'] as const;

export type Coding = (typeof CODINGS)[number];

/** A body in the codings that made it smaller. */
export type Coded = Readonly<Partial<Record<Coding, Buffer>>>;

/** A column of a result; `type` in GoogleSQL. */
export interface ResultColumn {
  readonly name: string;
  readonly type: string;
}

/** What a run has cost, as far as the engine tells. */
export type RunCost = Pick<Cost, 'milliseconds' | 'bytesBilled' | 'bytesProcessed' | 'slotMilliseconds'>;

/** A finished answer: what a hit sends, without another look at a row. */
export interface CachedResult {
  readonly body: Buffer;
  /**
   * A hash of the body and its columns, and whether there is a next page, without quotes; each coding's strong ETag is made from it.
   */
  readonly hash: string;
  readonly coded: Coded;
  /** Those of the rows, which every form of the answer is made by. */
  readonly columns: readonly ResultColumn[];
  readonly rows: number;
  /** Rows were cut off at `max_rows` or `max_bytes`. */
  readonly truncated: boolean;
  /** Where the next page begins, as a cursor; undefined behind the last one, and where there are no pages. */
  readonly next?: string | undefined;
  /** When the engine was asked, in milliseconds since the epoch: the answer is as old as its question. Of a result that was verified, when its tables were looked at. */
  readonly createdAt: number;
  /** When these rows were there first, in milliseconds since the epoch: a run that brings the same ones leaves it as it is, and so does a verification. */
  readonly modifiedAt?: number | undefined;
  /** How its tables were before they were read for it, as a digest; undefined where it has to be run again in any case. */
  readonly tables?: string | undefined;
  /** It has been found since its run that its tables were the same. */
  readonly isVerified?: boolean | undefined;
  readonly cost?: RunCost | undefined;
  /** The id of the key against whose share of the memory it counts: the one whose call it was made for. Undefined: nobody's. */
  readonly chargedTo?: string | undefined;
  /** Nobody waited for its run. */
  readonly isAhead?: boolean | undefined;
  /** Of a form that was made of another result: that one's hash. */
  readonly madeOf?: string | undefined;
  /** The span of the run that made it here, where traces are on. */
  readonly run?: SpanRef | undefined;
  /** How often clients have asked for it since it was made; the one thing about a result that changes. */
  requests: number;
}

/** Seconds since the engine was asked, or the result verified; `now` in milliseconds since the epoch. */
export function ageOf(result: CachedResult, now: number): number {
  return Math.max(0, (now - result.createdAt) / 1000);
}

/** How far the clocks of replicas may be apart, in milliseconds. */
const SKEW_MS = 5000;

/**
 * Is it younger than so many seconds? Of a result from the future nobody can say: the clock that it was made by has been
 * turned back, and until that time comes again it would be served as new.
 */
export function isYounger(result: CachedResult, seconds: number, now: number): boolean {
  return result.createdAt - now <= SKEW_MS && ageOf(result, now) < seconds;
}

/**
 * The same bytes in memory of their own, where they are not alone in it already. What Node hands out is often a piece of a larger allocation (its pool, a zlib
 * chunk, a socket's read), all of which a kept piece would hold.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
