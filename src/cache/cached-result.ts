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

/** Cost of a run, as far as the engine reports it. */
export type RunCost = Pick<Cost, 'milliseconds' | 'bytesBilled' | 'bytesProcessed' | 'slotMilliseconds'>;

/** A finished answer, which a hit sends without another look at a row. */
export interface CachedResult {
  readonly body: Buffer;
  /** A hash of the body and its columns, and whether there is a next page, without quotes; each coding's strong ETag is made from it. */
  readonly hash: string;
  readonly coded: Coded;
  /** Columns of the rows, by which every form of the answer is made. */
  readonly columns: readonly ResultColumn[];
  readonly rows: number;
  /** Whether rows were cut off at `max_rows` or `max_bytes`. */
  readonly truncated: boolean;
  /** Cursor of the next page; undefined behind the last one, and where there are no pages. */
  readonly next?: string | undefined;
  /**
   * Time at which the engine was asked, in milliseconds since the epoch: an answer is as old as its question. For a verified result, the
   * time of the check of its tables.
   */
  readonly createdAt: number;
  /**
   * Time at which these rows were first there, in milliseconds since the epoch: a run that brings the same rows leaves it as it is, and so
   * does a verification.
   */
  readonly modifiedAt?: number | undefined;
  /** Digest of its tables before they were read; undefined where only a run can renew the result. */
  readonly tables?: string | undefined;
  /** Whether its tables have been found unchanged since its run. */
  readonly isVerified?: boolean | undefined;
  readonly cost?: RunCost | undefined;
  /** Id of the key whose call it was made for, and whose share of the memory it counts against. Undefined: no key's. */
  readonly chargedTo?: string | undefined;
  /** Whether its run was made ahead of time. */
  readonly isAhead?: boolean | undefined;
  /** Hash of the result that this form was made of. */
  readonly madeOf?: string | undefined;
  /** Span of the run that made it here, where traces are on. */
  readonly run?: SpanRef | undefined;
  /** Number of times that clients have asked for it since it was made; the one thing about a result that changes. */
  requests: number;
}

/**
 * Copies bytes into memory of their own, unless they have theirs alone. Node often hands out a piece of a larger allocation (its pool, a
 * zlib chunk, a socket's read), and a kept piece would hold all of it.
 */
export function ownBytes(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes;
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  return own;
}
