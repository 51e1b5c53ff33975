import { type CachedResult } from '../../cache/cached-result.js';
import { joinedBytes } from './joined-bytes.js';
import { HEAD, placesOf } from '../../pages/row-places.js';
import { type Slice } from '../../pages/take-slice.js';

const END = Buffer.from(']}');

/**
 * Makes some rows of a result a result of its own, for one answer and not kept: there are as many slices as callers can count. Its hash is
 * the whole one's with the rows' numbers, so that equal slices of equal results have one ETag.
 */
export async function sliceOf(result: CachedResult, { offset, limit }: Slice): Promise<CachedResult> {
  const from = Math.min(offset, result.rows);
  const to = limit === undefined ? result.rows : Math.min(from + limit, result.rows);
  const [start, end] = await placesOf(result, from, to);
  const body = await joinedBytes([HEAD, result.body.subarray(start, end), END]);
  return { ...result, body, coded: {}, rows: to - from, hash: `${result.hash}-${from}-${to}` };
}
